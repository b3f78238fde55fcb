/**
 * The flags that many events have in common. An event that references them has the rest in its body: the views put both together. A
 * collector of an older version may go on: it stores whole events, and gives out the others without these flags.
 */
export function flagSets(schema: string): string {
  return `
create table ${schema}.flag_sets (
  digest bytea primary key,
  json text not null,
  used_at timestamptz not null
);
comment on table ${schema}.flag_sets is 'Flags that events have in common, by the SHA-256 of json.';
comment on column ${schema}.flag_sets.used_at is 'When an event with these flags was stored, within a day.';
alter table ${schema}.event add column flag_set bytea;

create function ${schema}.part_of(json text, part text) returns jsonb
  language sql immutable parallel unsafe
  return ${schema}.object_in(${schema}.json_in(json) -> part);

create function ${schema}.facts_in(json text) returns table (properties jsonb, flags jsonb)
  language sql immutable parallel unsafe
begin atomic
  select ${schema}.object_in(whole -> 'properties'), ${schema}.object_in(whole -> 'flags') from ${schema}.json_in(json) as whole;
end;

create or replace view ${schema}.events as
select id, name, happened_at, received_at, app, promotion, person, impersonator, visitor, session, page, n,
  ${schema}.json_in(body) ->> 'url' as url,
  ${schema}.part_of(body, 'properties') || ${schema}.part_of(json, 'properties') as properties,
  case when json is null then body
    else (${schema}.json_in(body) || ${schema}.json_in(json) || jsonb_build_object('properties',
      ${schema}.part_of(body, 'properties') || ${schema}.part_of(json, 'properties')))::text
  end as body
from ${schema}.event left join ${schema}.flag_sets on digest = flag_set;

create table ${schema}.flag_set_values (
  digest bytea not null references ${schema}.flag_sets on delete cascade,
  property text not null,
  value jsonb,
  variation numeric,
  version numeric,
  reason text
);
create index on ${schema}.flag_set_values (digest);
comment on table ${schema}.flag_set_values is 'What flag_values says of the events with these flags.';

create function ${schema}.flag_values_in(json text)
  returns table (property text, value jsonb, variation numeric, version numeric, reason text)
  language sql immutable parallel unsafe
begin atomic
  select coalesce(detail ->> 'property', key), coalesce(detail -> 'value', properties -> (detail ->> 'property')),
    case when jsonb_typeof(detail -> 'variation') = 'number' then (detail ->> 'variation')::numeric end,
    case when jsonb_typeof(detail -> 'version') = 'number' then (detail ->> 'version')::numeric end,
    detail ->> 'reason'
  from ${schema}.facts_in(json) cross join lateral jsonb_each(flags) as flag (key, detail)
  where jsonb_typeof(detail) = 'object'
  union all
  select one.key, one.value, null, null, null
  from ${schema}.facts_in(json) cross join lateral jsonb_each(properties) as one
  where one.key like 'LDFF: %'
    and not exists (select from jsonb_each(flags) as flag (key, detail) where detail ->> 'property' = one.key);
end;

create function ${schema}.flag_set_added() returns trigger language plpgsql as $$
begin
  insert into ${schema}.flag_set_values select new.digest, flag.* from ${schema}.flag_values_in(new.json) as flag;
  return null;
end $$;
create trigger flag_set_added after insert on ${schema}.flag_sets for each row execute function ${schema}.flag_set_added();

-- An event with flags in common has no others: its body does not have to be read.
create or replace view ${schema}.flag_values as
select event.id as event, property, value, variation, version, reason
from ${schema}.event join ${schema}.flag_set_values on digest = flag_set
union all
select event.id, flag.*
from ${schema}.event cross join lateral ${schema}.flag_values_in(event.body) as flag
where flag_set is null;
`
}
