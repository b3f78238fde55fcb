/**
 * An event has its place in the order of arrival by `(xact, place)`: the number of its transaction, and its place among the events
 * that were written together. `xact` is not of the type `xid8`, because a dump may be restored in a server that counts from the start:
 * `xact_offset` then lifts the numbers above those of the dump.
 */
export function firstTables(schema: string): string {
  return `
create table ${schema}.state (
  only_row boolean primary key default true check (only_row),
  salt text not null,
  erasures bigint not null default 0,
  xact_offset bigint not null default 0
);
insert into ${schema}.state (salt) values (gen_random_uuid()::text || gen_random_uuid()::text);

create table ${schema}.event (
  id uuid primary key,
  xact bigint not null,
  place smallint not null,
  n bigint,
  received_at timestamptz not null,
  happened_at timestamptz not null,
  right_at timestamptz not null,
  name text not null,
  app text not null,
  platform text,
  promotion text,
  person text,
  impersonator text,
  visitor text,
  accounts text[],
  session text,
  page text,
  body text not null
) partition by range (id);
create table ${schema}.event_default partition of ${schema}.event default;
create index on ${schema}.event (xact, place);
create index on ${schema}.event (person) where person is not null;
create index on ${schema}.event (impersonator) where impersonator is not null;
create index on ${schema}.event (visitor) where visitor is not null;
comment on column ${schema}.event.happened_at is 'By the clock of the page.';
comment on column ${schema}.event.right_at is 'happened_at by a clock that is set right.';
comment on column ${schema}.event.accounts is 'The kind, the character 31, and the key.';

create table ${schema}.page_note (
  page text not null,
  fate text,
  numbers int8multirange,
  last bigint,
  delivers boolean not null,
  seen_at timestamptz not null,
  app text not null,
  engine text not null,
  destination text not null,
  release text not null
);
comment on table ${schema}.page_note is 'What batches tell about pages. It is moved to pages and numbers from time to time.';
create table ${schema}.pages (
  page text primary key,
  last bigint,
  delivers boolean not null,
  seen_at timestamptz not null,
  app text not null,
  engine text not null,
  destination text not null,
  release text not null
);
create table ${schema}.numbers (
  page text not null,
  fate text not null,
  numbers int8multirange not null,
  primary key (page, fate)
);

create table ${schema}.erasures (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  kind text not null,
  before timestamptz not null,
  asked_at timestamptz not null default now(),
  status text not null default 'running' check (status in ('running', 'done')),
  deleted bigint not null default 0,
  passed_id uuid
);
comment on column ${schema}.erasures.passed_id is 'Events up to this id were looked at.';
create table ${schema}.tombstones (
  erasure bigint not null references ${schema}.erasures,
  digest bytea not null,
  primary key (digest, erasure)
);
create index on ${schema}.tombstones (erasure);
create table ${schema}.erased_events (
  id uuid primary key,
  erased_at timestamptz not null default now()
);
comment on table ${schema}.erased_events is 'Copies of deleted events may still arrive, and seem to have happened at another time.';

create function ${schema}.digest_of(salt text, subject text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(salt || subject, 'UTF8'));

create function ${schema}.json_in(body text) returns jsonb
  language plpgsql immutable strict parallel unsafe as $$
begin
  return body::jsonb;
exception when others then
  return null;
end $$;
create function ${schema}.object_in(body jsonb) returns jsonb
  language sql immutable parallel safe
  return case when jsonb_typeof(body) = 'object' then body else '{}'::jsonb end;

-- The least id of version 7 that is made at this time or later: a condition by which only the tables of some days are read.
create function ${schema}.uuid7_from(at timestamptz) returns uuid language sql immutable strict parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

create view ${schema}.events as
select id, name, happened_at, received_at, app, promotion, person, impersonator, visitor, session, page, n,
  ${schema}.json_in(body) ->> 'url' as url,
  ${schema}.object_in(${schema}.json_in(body) -> 'properties') as properties,
  body
from ${schema}.event;

create view ${schema}.flag_values as
select event.id as event, flag.*
from ${schema}.event
cross join lateral (
  select ${schema}.object_in(whole -> 'properties') as properties, ${schema}.object_in(whole -> 'flags') as flags
  from ${schema}.json_in(event.body) as whole
) as facts
cross join lateral (
  select coalesce(detail ->> 'property', key) as property,
    coalesce(detail -> 'value', properties -> (detail ->> 'property')) as value,
    case when jsonb_typeof(detail -> 'variation') = 'number' then (detail ->> 'variation')::numeric end as variation,
    case when jsonb_typeof(detail -> 'version') = 'number' then (detail ->> 'version')::numeric end as version,
    detail ->> 'reason' as reason
  from jsonb_each(flags) as flag (key, detail)
  where jsonb_typeof(detail) = 'object'
  union all
  select key, value, null, null, null
  from jsonb_each(properties)
  where key like 'LDFF: %'
    and not exists (select from jsonb_each(flags) as flag (key, detail) where detail ->> 'property' = jsonb_each.key)
) as flag;

create view ${schema}.people as
select person, min(happened_at) as first_seen, max(happened_at) as last_seen, count(*) as events
from ${schema}.event where person is not null group by person;

create view ${schema}.accounts as
select split_part(account, chr(31), 1) as kind, substr(account, strpos(account, chr(31)) + 1) as key,
  min(happened_at) as first_seen, max(happened_at) as last_seen, count(*) as events, count(distinct person) as people
from ${schema}.event cross join lateral unnest(accounts) as account group by 1, 2;

create view ${schema}.sessions as
select session, min(app) as app, max(person) as person, min(happened_at) as started_at, max(happened_at) as ended_at,
  count(*) as events, count(distinct page) as pages
from ${schema}.event where session is not null group by session;
`
}
