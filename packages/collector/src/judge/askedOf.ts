import { incomingEvent } from '../door/incomingEvent.ts'
import type { CollectedEvent } from '../door/collectedEvent.ts'
import { sqliteStore } from '../sqlite.ts'
import { batchesOf, uuid7 } from '../testing/events.ts'
import { experimentAnswer } from '../experiment/answer.ts'
import { readMetrics } from '../experiment/metrics.ts'
import type { ExperimentAnswer } from '../experiment/result.ts'
import type { MadeData } from './madeData.ts'

/** The events as pages send them. */
function collectedEvents({ exposures, events }: MadeData): readonly CollectedEvent[] {
  const shown = exposures.map(({ unit, at, variation, automated, inExperiment }) => ({
    ...{ name: 'Flag shown', kind: 'exposure', at, identity: { id: unit } },
    properties: {
      ...{ flag: 'made', variation: Number(variation), version: 3, unit: 'person' },
      ...(inExperiment && { in_experiment: true }),
    },
    ...(automated && { moment: { automated: true } }),
  }))
  const done = events.map(({ unit, at, name, value, impersonated }) => ({
    ...{ name, at, identity: { id: unit, ...(impersonated && { impersonator: 'eve' }) } },
    properties: value === undefined ? {} : { total: value },
  }))
  return [...shown, ...done].map((one, n) => ({ ...one, id: uuid7(one.at, n), url: 'https://desk.example/' }))
}

/** Puts the events of a data set into a store in this file, and asks for the result. */
export async function askedOf(data: MadeData, file: string): Promise<ExperimentAnswer> {
  const store = await sqliteStore({ file })
  try {
    const events = collectedEvents(data).map((event) => incomingEvent(event))
    for (const batch of batchesOf(events, 5_000)) await store.append(batch)
    const { metrics, judgedBy, split, method, until, alpha, effect } = data
    return await experimentAnswer(
      {
        ...{ flag: 'made', metrics: readMetrics(JSON.stringify({ metrics }), 'metrics.json'), judgedBy, alpha, effect },
        ...{ split: split && new Map(Object.entries(split)), now: Date.parse('2026-11-29T00:00:00Z') },
        ...(method === 'fixed' && { endsAt: until ?? undefined }),
      },
      { store },
    )
  } finally {
    await store.close()
  }
}
