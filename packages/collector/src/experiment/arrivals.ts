import { independenceTest } from './distributions.ts'
import { type Guard, levelOf, note, probability, WARNING } from './guard.ts'
import { type Experiment, timeOf } from './openExperiment.ts'

interface Needs extends Experiment {
  readonly until: number | undefined
}

/**
 * Pages of which events have not arrived, by variation: by the numbers that pages give to their events. A page that is killed loses several
 * events together, so pages are compared, and not events.
 */
export async function losses({ db }: Needs): Promise<readonly Guard[]> {
  const rows = await db.rows(`with page_of as (
      select distinct own_event.page, unit.variation from unit join exposure using (unit_key)
        join own_event on own_event.id = exposure.event where own_event.page is not null
    ), seen as (
      select page_of.variation, own_event.page, max(n) > count(distinct n) as has_gaps
      from page_of join own_event on own_event.page = page_of.page where n is not null group by all
    )
    select unit.variation, count(page) as pages, count(page) filter (has_gaps) as gaps
    from (select distinct variation from unit) unit left join seen using (variation) group by all order by all`)
  const p = independenceTest(rows.map((row) => [Number(row['gaps']), Number(row['pages']) - Number(row['gaps'])]))
  const level = levelOf(p)
  if (level === undefined || p === undefined) return []
  const parts = rows.map((row) => {
    const share = Number(row['gaps']) / Math.max(1, Number(row['pages']))
    return `${(share * 100).toFixed(2)} % of the pages in variation ${String(row['variation'])}`
  })
  return [
    {
      level,
      name: 'losses',
      sentence: `Events are missing on more pages in one variation than in another: ${parts.join(', ')} (${probability(p)}). See /loss for the reasons.`,
    },
  ]
}

/** Units that have done nothing after their exposure, if they are more in one variation: it may be the effect itself. */
export async function silent({ db, keyOf, unit, until }: Needs): Promise<readonly Guard[]> {
  // The accounts of events that no metric needs are not read.
  if (unit !== 'person' && unit !== 'visitor') return []
  const rows = await db.rows(`with active as (
      select ${keyOf} as unit_key, max(happened_at) as last_at from own_event where name <> 'Flag shown' and impersonator is null
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
