import { queryEvents, type EventsSource } from '../parquet/openEvents.ts'
import type { FlagRead } from './flagReads.ts'

/** Why a flag may be removed. */
export type UnusedReason = 'never-shown' | 'one-value' | 'not-read'

export interface UnusedFlag {
  readonly flag: string
  readonly reasons: readonly UnusedReason[]
  /** A sentence for each reason. */
  readonly sentences: readonly string[]
  /** Where the sources name it. */
  readonly reads: readonly FlagRead[]
}

export interface UnusedQuestion {
  /** The keys of the flags. */
  readonly keys: readonly string[]
  /** Where the sources name them. Absent without sources. */
  readonly reads?: ReadonlyMap<string, readonly FlagRead[]>
  /** Absent without events. */
  readonly source?: EventsSource
  readonly days: number
  /** In milliseconds since 1970. */
  readonly now: number
}

interface Values {
  readonly variations: number
  readonly value: unknown
  readonly events: number
}

/** The flags that nobody reads, that nobody was shown, or that have had one value only. */
export async function unusedFlags({ keys, reads, source, days, now }: UnusedQuestion): Promise<readonly UnusedFlag[]> {
  const since = `make_timestamptz(${Math.round((now - days * 86_400_000) * 1000)})`
  const shown = source && (await shownFlags(source))
  const values = source && (await valuesOf(source, since))
  return keys.flatMap((flag) => {
    const found: [UnusedReason, string][] = []
    if (reads && (reads.get(flag) ?? []).length === 0) found.push(['not-read', 'No source file names it.'])
    // Without any exposure, the application does not record them.
    if (shown && shown.size > 0 && !shown.has(flag)) found.push(['never-shown', 'Nobody was shown it.'])
    const own = values?.get(flag)
    if (own && own.variations === 1)
      found.push([
        'one-value',
        `All ${own.events.toLocaleString('en')} events of the last ${days} days have the value ${JSON.stringify(own.value)}.`,
      ])
    if (found.length === 0) return []
    return {
      flag,
      reasons: found.map(([reason]) => reason),
      sentences: found.map(([, sentence]) => sentence),
      reads: reads?.get(flag) ?? [],
    }
  })
}

async function shownFlags(source: EventsSource): Promise<ReadonlySet<string>> {
  const { rows } = await queryEvents('select distinct flag from exposures', source)
  return new Set(rows.map(([flag]) => String(flag)))
}

async function valuesOf(source: EventsSource, since: string): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await queryEvents(
    `select flag, count(distinct coalesce(variation::varchar, value::varchar)), any_value(value), count(*) from flag_values
     where happened_at >= ${since} and reason is distinct from 'OVERRIDE' group by flag`,
    source,
  )
  return new Map(
    rows.map(([flag, variations, value, events]) => [
      String(flag),
      { variations: Number(variations), value, events: Number(events) },
    ]),
  )
}
