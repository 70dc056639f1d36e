import type { Migration } from "../migration.js";

/**
 * Questions and answers. Nobody writes to the tables but by the functions, which belong to whoever has migrated; who reads
 * what is said by row security. What is in `body` and `statement` is what was hashed and signed: everything that counts
 * is in there, byte for byte, and the other columns are only for finding it.
 */
export const approvals: Migration = {
  number: 1,
  name: "approvals",
  needs: 1,
  sql: `
do $$ begin
  if not exists (select from pg_roles where rolname = 'snaphook_asker') then create role snaphook_asker nologin; end if;
  if not exists (select from pg_roles where rolname = 'snaphook_answerer') then create role snaphook_answerer nologin; end if;
end $$;

revoke all on schema snaphook_fleet from public;
grant usage on schema snaphook_fleet to snaphook_asker, snaphook_answerer;
grant select on snaphook_fleet.migrations to snaphook_asker, snaphook_answerer;

create table snaphook_fleet.limits (
  one boolean primary key default true check (one),
  pending_per_agent integer not null default 32,
  questions_per_minute integer not null default 120,
  pending_in_all integer not null default 10000
);
insert into snaphook_fleet.limits default values;

create table snaphook_fleet.questions (
  id uuid primary key,
  asked_by name not null default session_user,
  agent bytea not null,
  body bytea not null check (octet_length(body) <= 8388608),
  digest bytea not null generated always as (sha256(body)) stored,
  persons smallint not null check (persons between 1 and 2),
  asked_at timestamptz not null default clock_timestamp(),
  until timestamptz not null,
  outcome text check (outcome in ('allow', 'deny', 'expired', 'withdrawn')),
  outcome_at timestamptz,
  taken_at timestamptz
);
create index questions_open on snaphook_fleet.questions (until) where outcome is null;
create index questions_of_agent on snaphook_fleet.questions (agent, asked_at);

create table snaphook_fleet.answers (
  question uuid not null references snaphook_fleet.questions on delete cascade,
  answerer text not null,
  decision text not null check (decision in ('allow', 'deny')),
  statement bytea not null check (octet_length(statement) <= 65536),
  signature bytea not null check (octet_length(signature) = 64),
  answered_by name not null default session_user,
  answered_at timestamptz not null default clock_timestamp(),
  primary key (question, answerer)
);

alter table snaphook_fleet.questions enable row level security;
alter table snaphook_fleet.answers enable row level security;
create policy asker_reads_own on snaphook_fleet.questions for select to snaphook_asker using (asked_by = session_user);
create policy answerer_reads_all on snaphook_fleet.questions for select to snaphook_answerer using (true);
create policy asker_reads_own on snaphook_fleet.answers for select to snaphook_asker
  using (exists (select from snaphook_fleet.questions q where q.id = question and q.asked_by = session_user));
create policy answerer_reads_all on snaphook_fleet.answers for select to snaphook_answerer using (true);
grant select on snaphook_fleet.questions, snaphook_fleet.answers to snaphook_asker, snaphook_answerer;

-- Asks, or finds what was asked already: after a lost connection the same is called again.
create function snaphook_fleet.ask(
  given_id uuid, given_agent bytea, given_body bytea, given_persons integer, wait_seconds double precision)
returns table (state text, seconds_left double precision)
language plpgsql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
declare
  found_row questions%rowtype;
  most limits%rowtype;
  bounded double precision := greatest(0, least(wait_seconds, 86400));
begin
  select * into found_row from questions where id = given_id;
  if found then
    if found_row.body <> given_body or found_row.asked_by <> session_user then
      return query select 'other', 0::double precision;
    else
      return query select 'known', extract(epoch from found_row.until - clock_timestamp())::double precision;
    end if;
    return;
  end if;
  select * into most from limits;
  if (select count(*) from questions q where q.outcome is null and q.until > clock_timestamp()
      and q.agent = given_agent and q.asked_by = session_user) >= most.pending_per_agent then
    return query select 'pending', 0::double precision;
    return;
  end if;
  if (select count(*) from questions q where q.agent = given_agent and q.asked_by = session_user
      and q.asked_at > clock_timestamp() - interval '1 minute') >= most.questions_per_minute then
    return query select 'rate', 0::double precision;
    return;
  end if;
  if (select count(*) from (select from questions q where q.outcome is null and q.until > clock_timestamp()
      limit most.pending_in_all) as open) >= most.pending_in_all then
    return query select 'full', 0::double precision;
    return;
  end if;
  insert into questions (id, agent, body, persons, until)
    values (given_id, given_agent, given_body, given_persons, clock_timestamp() + bounded * interval '1 second');
  perform pg_notify('snaphook_fleet_questions', given_id::text);
  return query select 'asked', bounded;
end $$;

-- Ends a question that nobody has answered. Gives what counts: an answer that came before is not lost.
create function snaphook_fleet.close_question(given_id uuid, how text) returns text
language plpgsql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
declare
  what text;
begin
  if how not in ('expired', 'withdrawn') then raise exception 'not a way to end a question: %', how; end if;
  update questions set outcome = how, outcome_at = clock_timestamp()
    where id = given_id and asked_by = session_user and outcome is null;
  if found then perform pg_notify('snaphook_fleet_questions', given_id::text); end if;
  select outcome into what from questions where id = given_id and asked_by = session_user;
  return what;
end $$;

-- The agent has taken the answer.
create function snaphook_fleet.take_answer(given_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
begin
  update questions set taken_at = clock_timestamp()
    where id = given_id and asked_by = session_user and outcome in ('allow', 'deny') and taken_at is null;
  if found then perform pg_notify('snaphook_fleet_questions', given_id::text); end if;
end $$;

-- Answers. The first no, or as many yeses as are needed, is the outcome; whatever comes later does not count.
create function snaphook_fleet.answer(
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
    on conflict (question, answerer) do nothing;
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

revoke all on all functions in schema snaphook_fleet from public;
grant execute on function snaphook_fleet.ask, snaphook_fleet.close_question, snaphook_fleet.take_answer to snaphook_asker;
grant execute on function snaphook_fleet.answer to snaphook_answerer;
`,
};
