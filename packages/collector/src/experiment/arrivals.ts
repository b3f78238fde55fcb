import { independenceTest } from './distributions.ts'
import { type Guard, levelOf, note, probability, WARNING } from './guard.ts'
import { type Experiment, timeOf } from './openExperiment.ts'

interface Needs extends Experiment {
  readonly until: number | undefined
}

/** Numbers of events that the pages of a variation have given, and that have not arrived. */
export async function losses({ db, app }: Needs): Promise<readonly Guard[]> {
  const rows = await db.rows(`with page_of as (
      select distinct events.page, unit.variation from unit join exposure using (unit_key) join events on events.id = exposure.event
      where events.page is not null
    ), seen as (
      select page_of.variation, events.page, max(n) as last, count(distinct n) as arrived
      from page_of join events on events.page = page_of.page where events.app = '${app.replaceAll("'", "''")}' and n is not null group by all
    )
    select unit.variation, coalesce(sum(last), 0) as sent, coalesce(sum(arrived), 0) as arrived
    from (select distinct variation from unit) unit left join seen using (variation) group by all order by all`)
  const table = rows.map((row) => [Number(row['arrived']), Number(row['sent']) - Number(row['arrived'])])
  const p = independenceTest(table)
  const level = levelOf(p)
  if (level === undefined || p === undefined) return []
  const parts = rows.map((row, at) => {
    const share = (table[at]?.[1] ?? 0) / Math.max(1, Number(row['sent']))
    return `${(share * 100).toFixed(2)} % in variation ${String(row['variation'])}`
  })
  return [
    {
      level,
      name: 'losses',
      sentence: `More events are missing in one variation than in another: ${parts.join(', ')} (${probability(p)}). See /loss for the reasons.`,
    },
  ]
}

/** Units that have done nothing after their exposure, if they are more in one variation: it may be the effect itself. */
export async function silent({ db, keyOf, unit, until }: Needs): Promise<readonly Guard[]> {
  // The accounts of events that no metric needs are not read.
  if (unit !== 'person' && unit !== 'visitor') return []
  const rows = await db.rows(`with active as (
      select ${keyOf} as unit_key, max(happened_at) as last_at from events where name <> 'Flag shown' and impersonator is null
        ${until === undefined ? '' : `and happened_at < ${timeOf(until)}`} group by 1
    )
    select variation, count(*) as units, count(*) filter (last_at is null or last_at < first_at) as silent
    from unit left join active using (unit_key) group by variation order by variation`)
  const p = independenceTest(rows.map((row) => [Number(row['silent']), Number(row['units']) - Number(row['silent'])]))
  if (p === undefined || p >= WARNING) return []
  const parts = rows.map(
    (row) =>
      `${Number(row['silent']).toLocaleString('en')} of ${Number(row['units']).toLocaleString('en')} in variation ${String(row['variation'])}`,
  )
  return [
    note(
      'silent',
      `After the exposure, more units have done nothing in one variation than in another: ${parts.join(', ')} (${probability(p)}). That is an effect of the flag, or events are lost.`,
    ),
  ]
}
