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

create or replace view ${schema}.events as
select id, name, happened_at, received_at, app, promotion, person, impersonator, visitor, session, page, n,
  ${schema}.json_in(body) ->> 'url' as url,
  ${schema}.part_of(body, 'properties') || ${schema}.part_of(json, 'properties') as properties,
  case when json is null then body
    else (${schema}.json_in(body) || ${schema}.json_in(json) || jsonb_build_object('properties',
      ${schema}.part_of(body, 'properties') || ${schema}.part_of(json, 'properties')))::text
  end as body
from ${schema}.event left join ${schema}.flag_sets on digest = flag_set;

create or replace view ${schema}.flag_values as
select event.id as event, flag.*
from ${schema}.event left join ${schema}.flag_sets on digest = flag_set
cross join lateral (
  select ${schema}.object_in(whole -> 'properties') || ${schema}.object_in(shared -> 'properties') as properties,
    ${schema}.object_in(coalesce(shared -> 'flags', whole -> 'flags')) as flags
  from ${schema}.json_in(event.body) as whole, ${schema}.json_in(flag_sets.json) as shared
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
`
}
