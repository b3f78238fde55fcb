import type { EventsSource } from '../parquet/openEvents.ts'
import { openExposures } from './openExperiment.ts'

/** A flag that was shown. */
export interface ShownFlag {
  readonly flag: string
  readonly app: string
  readonly promotion?: string
  readonly unit: string
  readonly units: number
  readonly variations: number
  /** When the first and the latest unit were shown it, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** The flags of which there are exposures, the one with most units first. */
export async function listExperiments(source: EventsSource): Promise<readonly ShownFlag[]> {
  const db = await openExposures(source, [])
  try {
    const rows = await db.rows(`select flag, app, promotion, unit, count(distinct unit_key) as units,
        count(distinct coalesce(variation::varchar, value::varchar)) as variations,
        epoch_ms(min(happened_at)) as since, epoch_ms(max(happened_at)) as latest
      from exposures group by flag, app, promotion, unit order by units desc, flag, app, promotion, unit`)
    return rows.map((row) => ({
      ...{ flag: String(row['flag']), app: String(row['app']), unit: String(row['unit']) },
      ...(row['promotion'] !== null && { promotion: String(row['promotion']) }),
      ...{ units: Number(row['units']), variations: Number(row['variations']) },
      ...{ from: Number(row['since']), to: Number(row['latest']) },
    }))
  } finally {
    db.close()
  }
}
