import type { Experiment } from './openExperiment.ts'
import { type Needs, type Prepared, unitsUntil, windowOf } from './outcomes.ts'

/** How many units of each variation have had an event, after all events that a funnel has before it. */
export interface Step {
  readonly event: string
  readonly units: readonly { readonly variation: string; readonly units: number }[]
}

/** SQL: a row for each unit with the number of steps that it has taken: each at the earliest time that is not before the step before. */
export function takenSteps(steps: readonly Prepared[], { until }: Needs): string {
  const taken = steps.map(({ metric, table }, at) => {
    const before = at === 0 ? '' : `join taken_${at - 1} b using (unit_key)`
    return `taken_${at} as (select u.unit_key, min(o.done_at) as done_at from unit u ${before} join ${table} o
      on o.unit_key = u.unit_key and ${windowOf(metric, 'after', until)} ${at === 0 ? '' : 'and o.done_at >= b.done_at'} group by 1)`
  })
  const counted = steps.map((_, at) => `(t${at}.done_at is not null)::int`).join(' + ')
  const joined = steps.map((_, at) => `left join taken_${at} t${at} on t${at}.unit_key = u.unit_key`).join(' ')
  return `with ${taken.join(', ')} select u.unit_key, u.variation, ${counted} as taken from ${unitsUntil(until)} u ${joined}`
}

export async function countedSteps(
  funnel: string,
  events: readonly string[],
  { db }: Experiment,
): Promise<readonly Step[]> {
  const counts = events.map((_, at) => `count(*) filter (taken > ${at}) as step_${at}`).join(', ')
  const rows = await db.rows(`select variation, ${counts} from (${funnel}) group by variation order by variation`)
  return events.map((event, at) => ({
    event,
    units: rows.map((row) => ({ variation: String(row['variation']), units: Number(row[`step_${at}`]) })),
  }))
}
