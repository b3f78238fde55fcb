/** A query to begin with. Names of events, flags and persons are examples. */
export interface ExampleQuery {
  readonly title: string
  readonly sql: string
}

/** For `telltale-collector query`. Times are in UTC. */
export const exampleQueries: Readonly<Record<string, ExampleQuery>> = {
  eventsByDay: {
    title: 'How often each event has happened, by day',
    sql: `select happened_at::date as day, name, count(*) as events
from events
group by all
order by day, name`,
  },
  peopleByDay: {
    title: 'How many people were active, by day',
    sql: `select happened_at::date as day, count(distinct person) as people
from events
where impersonator is null
group by day
order by day`,
  },
  funnel: {
    title: 'How many people take the second step within a week after the first',
    sql: `with opened as (
  select person, min(happened_at) as opened_at
  from events where name = 'Quote opened' and person is not null group by person
)
select count(distinct opened.person) as opened, count(distinct sent.person) as sent
from opened
left join events sent
  on sent.person = opened.person and sent.name = 'Quote sent'
  and sent.happened_at between opened_at and opened_at + interval 7 days`,
  },
  conversionByVariation: {
    title: 'What share of the people with each variation of a flag has done something',
    sql: `select variation, count(distinct person) as people,
  count(distinct person) filter (where name = 'Quote sent') as converted,
  round(converted / people, 2) as share
from flag_values
where flag = 'new-pricing' and reason is distinct from 'OVERRIDE'
group by variation
order by variation`,
  },
  pages: {
    title: 'The views that are used most',
    sql: `select body->>'$.moment.view.pattern' as pattern, count(distinct body->>'$.moment.view.id') as views,
  count(distinct person) as people
from events
where pattern is not null
group by pattern
order by views desc, pattern
limit 20`,
  },
  sessionLength: {
    title: 'How long sessions last, in seconds',
    sql: `select count(*) as sessions, round(avg(seconds), 1) as mean, median(seconds) as median, max(seconds) as longest
from sessions`,
  },
  person: {
    title: 'What one person has done, in the order in which it happened',
    sql: `select happened_at, name, url
from events
where person = 'u-1042'
order by happened_at, id`,
  },
  accounts: {
    title: 'The companies that are most active',
    sql: `select accounts->>'company' as company, count(*) as events, count(distinct person) as people
from events
where company is not null and impersonator is null
group by company
order by events desc, company
limit 20`,
  },
  delay: {
    title: 'How long events take to arrive, in milliseconds, by the clocks of the pages',
    sql: `select median(epoch_ms(received_at) - epoch_ms(happened_at)) as median,
  max(epoch_ms(received_at) - epoch_ms(happened_at)) as longest,
  count(*) filter (where received_at - happened_at > interval 1 hour) as later_than_an_hour
from events`,
  },
  olderReleases: {
    title: 'What arrives from releases other than the newest one of each application',
    sql: `with releases as (
  select app, body->>'$.moment.release' as release, happened_at, received_at from events
), newest as (
  select app, arg_max(release, happened_at) as release from releases group by app
)
select app, releases.release, count(*) as events, max(received_at) as last_arrived
from releases join newest using (app)
where releases.release <> newest.release
group by all
order by app, last_arrived desc`,
  },
}
