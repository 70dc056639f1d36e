import type { Migration } from "../migration.js";

/** One who has allowed a question can deny it until it is settled: both answers are kept, and a no is the outcome. */
export const denyAfterAllow: Migration = {
  number: 3,
  name: "deny after allow",
  needs: 1,
  sql: `
alter table snaphook_fleet.answers
  drop constraint answers_pkey, add primary key (question, answerer, decision);

-- Answers. The first no, or as many yeses as are needed, is the outcome; whatever comes later does not count.
create or replace function snaphook_fleet.answer(
  given_id uuid, given_digest bytea, given_answerer text, given_decision text, given_statement bytea, given_signature bytea)
returns text
language plpgsql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
declare
  q questions%rowtype;
  what text;
begin
  select * into q from questions where id = given_id for update;
  if not found then return 'unknown'; end if;
  if q.digest <> given_digest then return 'changed'; end if;
  if q.outcome is not null then return q.outcome; end if;
  if q.until <= clock_timestamp() then return 'expired'; end if;
  insert into answers (question, answerer, decision, statement, signature)
    values (given_id, given_answerer, given_decision, given_statement, given_signature)
    on conflict (question, answerer, decision) do nothing;
  if not found then return 'twice'; end if;
  what := case
    when given_decision = 'deny' then 'deny'
    when (select count(*) from answers a where a.question = given_id and a.decision = 'allow') >= q.persons then 'allow'
  end;
  if what is not null then
    update questions set outcome = what, outcome_at = clock_timestamp() where id = given_id;
    perform pg_notify('snaphook_fleet_' || given_id::text, '');
  end if;
  perform pg_notify('snaphook_fleet_questions', given_id::text);
  return case when what is null then 'one more' else 'counts' end;
end $$;
`,
};
