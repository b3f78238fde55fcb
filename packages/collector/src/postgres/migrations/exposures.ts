/** What the step `exposures()` of the library has recorded, each exposure once: the earliest of those that several pages have sent. */
export function exposures(schema: string): string {
  return `
create view ${schema}.exposures as
select distinct on (app, promotion, unit, unit_key, flag, variation, value, version, in_experiment)
  id as event, happened_at, received_at, app, promotion, person, visitor, session,
  flag, variation, value, version, reason, in_experiment, unit, unit_key, automated
from (
  select event.*, shown ->> 'flag' as flag, shown -> 'value' as value,
    case when jsonb_typeof(shown -> 'variation') = 'number' then (shown ->> 'variation')::numeric end as variation,
    case when jsonb_typeof(shown -> 'version') = 'number' then (shown ->> 'version')::numeric end as version,
    shown ->> 'reason' as reason,
    shown -> 'in_experiment' is not distinct from 'true'::jsonb as in_experiment,
    shown ->> 'unit' as unit,
    case shown ->> 'unit'
      when 'person' then person
      when 'visitor' then visitor
      else whole #>> array['identity', 'accounts', shown ->> 'unit', 'key']
    end as unit_key,
    whole #> '{moment,automated}' is not distinct from 'true'::jsonb as automated
  from ${schema}.event
  cross join lateral (select ${schema}.object_in(${schema}.json_in(event.body)) as whole) as parsed
  cross join lateral (select ${schema}.object_in(whole -> 'properties') as shown) as properties
  where event.name = 'Flag shown' and whole ->> 'kind' = 'exposure' and impersonator is null
) as exposure
where flag is not null and unit_key is not null
order by app, promotion, unit, unit_key, flag, variation, value, version, in_experiment, happened_at, id;
`
}
