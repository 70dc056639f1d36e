import type { Migration } from "../migration.js";

/**
 * Policies, machines, and heads of ledgers. What is in `manifest` is what was signed; the number next to it is only for
 * finding it. Nothing that was published or anchored is ever changed.
 */
export const policy: Migration = {
  number: 2,
  name: "policy",
  needs: 1,
  sql: `
do $$ begin
  if not exists (select from pg_roles where rolname = 'snaphook_publisher') then create role snaphook_publisher nologin; end if;
end $$;
grant usage on schema snaphook_fleet to snaphook_publisher;
grant select on snaphook_fleet.migrations to snaphook_publisher;

create table snaphook_fleet.policies (
  revision bigint primary key check (revision > 0),
  manifest bytea not null check (octet_length(manifest) <= 1048576),
  signature bytea not null check (octet_length(signature) = 64),
  published_by name not null default session_user,
  published_at timestamptz not null default clock_timestamp()
);

create table snaphook_fleet.policy_files (
  sha256 bytea primary key,
  content bytea not null check (octet_length(content) <= 4194304),
  check (sha256(content) = sha256)
);

create table snaphook_fleet.machines (
  id uuid primary key,
  name text not null check (length(name) <= 255),
  version text not null check (length(version) <= 64),
  enforced bigint,
  observed bigint,
  highest bigint not null default 0,
  fault text check (length(fault) <= 1000),
  missing jsonb not null default '[]',
  counts jsonb,
  reported_by name not null default session_user,
  first_seen timestamptz not null default clock_timestamp(),
  last_seen timestamptz not null default clock_timestamp()
);

create table snaphook_fleet.anchors (
  machine uuid not null,
  ledger text not null check (length(ledger) <= 4096),
  writer text not null check (writer ~ '^[0-9a-f]{16}$'),
  seq bigint not null check (seq >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  recorded_at text not null check (length(recorded_at) <= 40),
  anchored_by name not null default session_user,
  anchored_at timestamptz not null default clock_timestamp(),
  primary key (machine, ledger, writer, seq)
);

alter table snaphook_fleet.machines enable row level security;
alter table snaphook_fleet.anchors enable row level security;
create policy machine_reads_own on snaphook_fleet.machines for select to snaphook_asker using (reported_by = session_user);
create policy people_read_all on snaphook_fleet.machines for select to snaphook_answerer, snaphook_publisher using (true);
create policy machine_reads_own on snaphook_fleet.anchors for select to snaphook_asker using (anchored_by = session_user);
create policy people_read_all on snaphook_fleet.anchors for select to snaphook_answerer, snaphook_publisher using (true);
grant select on snaphook_fleet.policies, snaphook_fleet.policy_files, snaphook_fleet.machines, snaphook_fleet.anchors
  to snaphook_asker, snaphook_answerer, snaphook_publisher;

-- Publishes. Of several at once the first to come gets its number; whoever has the same or a lower one gets 'older'.
create function snaphook_fleet.publish_policy(
  given_revision bigint, given_manifest bytea, given_signature bytea, contents text)
returns text
language plpgsql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
declare
  newest policies%rowtype;
begin
  lock table policies in share row exclusive mode;
  select * into newest from policies order by revision desc limit 1;
  if found and newest.revision = given_revision and newest.manifest = given_manifest then return 'same'; end if;
  if found and newest.revision >= given_revision then return 'older'; end if;
  insert into policy_files (sha256, content)
    select distinct sha256(decode(value, 'base64')), decode(value, 'base64') from jsonb_array_elements_text(contents::jsonb)
    on conflict (sha256) do nothing;
  insert into policies (revision, manifest, signature) values (given_revision, given_manifest, given_signature);
  perform pg_notify('snaphook_fleet_policy', given_revision::text);
  return 'published';
end $$;

-- A machine says what it has.
create function snaphook_fleet.report_machine(
  given_id uuid, given_name text, given_version text, given_enforced bigint, given_observed bigint,
  given_fault text, given_missing text, given_counts text)
returns text
language plpgsql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
begin
  insert into machines (id, name, version, enforced, observed, highest, fault, missing, counts)
    values (given_id, given_name, given_version, given_enforced, given_observed,
      greatest(given_enforced, given_observed, 0), given_fault, given_missing::jsonb, given_counts::jsonb)
    on conflict (id) do update set
      name = excluded.name, version = excluded.version, enforced = excluded.enforced, observed = excluded.observed,
      highest = greatest(machines.highest, excluded.highest), fault = excluded.fault, missing = excluded.missing,
      counts = excluded.counts, last_seen = clock_timestamp()
    where machines.reported_by = session_user;
  return case when found then 'reported' else 'other' end;
end $$;

-- Keeps heads of a ledger's chains: [writer, seq, hash, time] each. Gives those that are here already with another hash: that ledger was rewritten.
create function snaphook_fleet.anchor_heads(given_machine uuid, given_ledger text, heads text)
returns table (writer text, seq bigint)
language plpgsql security definer set search_path = pg_catalog, snaphook_fleet, pg_temp as $$
#variable_conflict use_column
begin
  insert into anchors (machine, ledger, writer, seq, hash, recorded_at)
    select given_machine, given_ledger, head->>0, (head->>1)::bigint, decode(head->>2, 'hex'), head->>3
    from jsonb_array_elements(heads::jsonb) as head
    on conflict do nothing;
  return query
    select a.writer, a.seq from jsonb_array_elements(heads::jsonb) as head
    join anchors a on a.machine = given_machine and a.ledger = given_ledger
      and a.writer = head->>0 and a.seq = (head->>1)::bigint
    where a.hash <> decode(head->>2, 'hex') or a.anchored_by <> session_user;
end $$;

revoke all on function snaphook_fleet.publish_policy, snaphook_fleet.report_machine, snaphook_fleet.anchor_heads from public;
grant execute on function snaphook_fleet.publish_policy to snaphook_publisher;
grant execute on function snaphook_fleet.report_machine, snaphook_fleet.anchor_heads to snaphook_asker;
`,
};
