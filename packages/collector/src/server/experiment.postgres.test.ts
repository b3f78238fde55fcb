import { expect, it } from 'vitest'
import { incomingEvent } from '../door/incomingEvent.ts'
import { experimentAnswer } from '../experiment/answer.ts'
import { MADE_METRICS, madeEvents } from '../experiment/madeEvents.ts'
import { readMetrics } from '../experiment/metrics.ts'
import { postgresReader } from '../postgres.ts'
import { sqliteStore } from '../sqlite.ts'
import { batchesOf } from '../testing/events.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const postgres = postgresForTests()

it('the same events have the same result in PostgreSQL as in SQLite', async () => {
  const at = await mkdtemp(join(tmpdir(), 'telltale-experiment-'))
  const now = Date.parse('2026-11-29T12:00:00Z')
  const schema = freshSchema()
  const stores = [await postgres.open({ schema }), await sqliteStore({ file: join(at, 'events.db') })] as const
  const events = [...madeEvents(now)].map((event) => incomingEvent(event))
  for (const store of stores) for (const batch of batchesOf(events, 1_000)) await store.append(batch)
  const metrics = readMetrics(JSON.stringify(MADE_METRICS), 'metrics.json')
  const reader = await postgresReader({ url: postgres.server().url, schema })
  const [first, second] = await Promise.all(
    [reader, stores[1]].map((store) =>
      experimentAnswer(
        { flag: 'fast-checkout', metrics, judgedBy: [...metrics.keys()], now, hasCourse: true },
        { store },
      ),
    ),
  )
  const rounded = (answer: unknown) =>
    JSON.parse(
      JSON.stringify(answer, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value)),
    )
  expect(rounded(first)).toEqual(rounded(second))
  expect(first?.metrics[0]?.course?.length).toBeGreaterThan(5)
  await reader.close()
  await stores[1].close()
  await rm(at, { recursive: true })
})
