import type { Migration } from "../migration.js";

/**
 * The same `ask` as one statement of SQL: an agent asks on a new connection, where PL/pgSQL and each of its statements is
 * loaded and planned first. And nobody is woken because an agent has taken its answer: PostgreSQL wakes every connection
 * that listens, which are all the agents that wait.
 */
export const askInOneStatement: Migration = {
  number: 4,
  name: "ask in one statement",
  needs: 1,
  sql: `
-- Asks, or finds what was asked already: after a lost connection the same is called again.
create or replace function snaphook_fleet.ask(
  given_id uuid, given_agent bytea, given_body bytea, given_persons integer, wait_seconds double precision)
returns table (state text, seconds_left double precision)
language sql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
  with
    known as (
      select case when q.body = given_body and q.asked_by = session_user then 'known' else 'other' end as state,
        q.until from questions q where q.id = given_id),
    found as (
      select coalesce(
        (select k.state from known k),
        (select case
            when count(*) filter (where q.agent = given_agent and q.asked_by = session_user) >= most.pending_per_agent
              then 'pending'
            when count(*) >= most.pending_in_all then 'full'
          end from questions q where q.outcome is null and q.until > statement_timestamp()),
        (select 'rate' from questions q where q.agent = given_agent and q.asked_by = session_user
          and q.asked_at > statement_timestamp() - interval '1 minute' having count(*) >= most.questions_per_minute),
        'asked') as state from limits most),
    asked as (
      insert into questions (id, agent, body, persons, until)
        select given_id, given_agent, given_body, given_persons,
          clock_timestamp() + greatest(0, least(wait_seconds, 86400)) * interval '1 second'
        from found f where f.state = 'asked'
        returning pg_notify('snaphook_fleet_questions', id::text))
  select f.state, case f.state
      when 'asked' then greatest(0, least(wait_seconds, 86400))
      when 'known' then (select extract(epoch from k.until - clock_timestamp())::double precision from known k)
      else 0
    end
  from found f left join asked on true
$$;

-- The agent has taken the answer.
create or replace function snaphook_fleet.take_answer(given_id uuid) returns void
language sql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
  update questions set taken_at = clock_timestamp()
    where id = given_id and asked_by = session_user and outcome in ('allow', 'deny') and taken_at is null
$$;
`,
};
