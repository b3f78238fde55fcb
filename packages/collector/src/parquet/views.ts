/** What queries can read beside the table or view `events`. */
export const VIEWS: Readonly<Record<string, string>> = {
  // A flag's value is among the properties, under the name that `flags` says.
  flag_values: `select e.id, e.name, e.happened_at, e.received_at, e.app, e.promotion, e.person, e.visitor, e.session,
      e.id as event, f.key as flag, f.value->>'property' as property,
      json_extract(e.properties, '/' || replace(replace(f.value->>'property', '~', '~0'), '/', '~1')) as value,
      cast(f.value->>'variation' as integer) as variation,
      cast(f.value->>'version' as integer) as version,
      f.value->>'reason' as reason
    from events e, json_each(e.flags) f`,

  // What the step `exposures()` of the library has recorded. Several pages may have sent one: the earliest counts.
  exposures: `select * from (
      select id as event, happened_at, received_at, app, promotion, person, visitor, session,
        properties->>'flag' as flag, try_cast((properties->>'variation') as integer) as variation, properties->'value' as value,
        try_cast((properties->>'version') as bigint) as version, properties->>'reason' as reason,
        coalesce((properties->>'in_experiment') = 'true', false) as in_experiment, properties->>'unit' as unit,
        case (properties->>'unit') when 'person' then person when 'visitor' then visitor
          else json_extract_string(accounts, '/' || replace(replace((properties->>'unit'), '~', '~0'), '/', '~1'))
        end as unit_key,
        coalesce((body->>'$.moment.automated') = 'true', false) as automated
      from events where name = 'Flag shown' and (body->>'kind') = 'exposure' and impersonator is null
    ) where flag is not null and unit_key is not null
    qualify row_number() over (
      partition by app, promotion, unit, unit_key, flag, variation, value, version, in_experiment order by happened_at, event
    ) = 1`,

  // Who only looks at the application as somebody else is not this person's activity.
  people: `select person, min(happened_at) as first_seen, max(happened_at) as last_seen, count(*) as events,
      count(distinct session) as sessions, arg_max(accounts, happened_at) as accounts
    from events where person is not null and impersonator is null group by person`,

  sessions: `select session, any_value(app) as app, arg_max(person, happened_at) filter (where person is not null) as person,
      min(happened_at) as started_at, max(happened_at) as ended_at,
      (epoch_ms(max(happened_at)) - epoch_ms(min(happened_at))) / 1000.0 as seconds,
      count(*) as events, count(distinct page) as pages
    from events where session is not null group by session`,
}
