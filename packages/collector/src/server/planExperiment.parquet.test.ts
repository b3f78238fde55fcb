import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incomingEvent } from '../door/incomingEvent.ts'
import { experimentAnswer } from '../experiment/answer.ts'
import { MADE_METRICS, madeEvents } from '../experiment/madeEvents.ts'
import { readMetrics } from '../experiment/metrics.ts'
import { experimentPlan } from '../experiment/planExperiment.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { batchesOf } from '../testing/events.ts'
import type { EventStore } from '../store/store.ts'
import { sqliteStore } from '../sqlite.ts'
import { printPlan } from './planExperimentCommand.ts'

const PAGE = new URL('../../../../docs/src/content/docs/guides/run-an-experiment.md', import.meta.url)
const NOW = Date.parse('2026-11-29T12:00:00Z')
const metrics = readMetrics(
  JSON.stringify({
    metrics: {
      ...MADE_METRICS.metrics,
      nothing: { of: 'count', event: 'Sold' },
      long: { of: 'count', event: 'Quote sent', withinDays: 90 },
    },
  }),
  'metrics.json',
)

const { folder } = parquetForTests()
let store: EventStore

beforeAll(async () => {
  store = await sqliteStore({ file: `${await folder()}/events.db` })
  for (const batch of batchesOf(
    [...madeEvents(NOW)].map((event) => incomingEvent(event)),
    1_000,
  ))
    await store.append(batch)
})
afterAll(() => store.close())

const plan = (more: object = {}) =>
  experimentPlan({ event: 'Quote opened', metrics, judgedBy: ['quotes'], ...more }, { store })

describe('the plan of an experiment', () => {
  it('is the one that the documentation shows', async () => {
    const [sentence = ''] = printPlan(await plan()).split('\n')
    expect(await readFile(PAGE, 'utf8')).toContain(sentence)
  })

  it('takes more units for a smaller effect, for more variations, for more metrics, and for looks every day', async () => {
    const unitsFor = async (more: object = {}) => {
      const { metrics: [first] = [] } = await plan(more)
      return first?.effects.map(({ units = Infinity }) => units) ?? []
    }
    const usual = await unitsFor()
    expect(usual).toHaveLength(5)
    expect([...usual].sort((one, other) => other - one)).toEqual(usual)
    for (const more of [{ variations: 3 }, { judgedBy: ['quotes', 'sends a quote'] }])
      for (const [place, units] of (await unitsFor(more)).entries()) expect(units).toBeGreaterThan(usual[place] ?? 0)
    for (const [place, units] of (await unitsFor({ method: 'fixed' })).entries())
      expect(units).toBeLessThan(usual[place] ?? 0)
  })

  it('says the same of units and of days: what a month finds takes the units of a month', async () => {
    const { metrics: [quotes] = [] } = await plan({ method: 'fixed' })
    const month = quotes?.durations.find(({ days }) => days === 28)
    const [, , , tenth, fifth] = quotes?.effects ?? []
    expect(month?.effect).toBeGreaterThan(0.1)
    expect(month?.units).toBeLessThan(tenth?.units ?? 0)
    // Twice the effect takes a quarter of the units.
    expect((tenth?.units ?? 0) / (fifth?.units ?? 1)).toBeCloseTo(4, 0)
    const { effect = 1, units = 0 } = month ?? {}
    expect(units * effect ** 2).toBeCloseTo((tenth?.units ?? 0) * 0.1 ** 2, -1)
  })

  it('is close to what the result of an experiment without an effect says', async () => {
    const question = { flag: 'quote-layout', metrics, judgedBy: ['quotes'], now: NOW, effect: 0.1 }
    const { metrics: [result] = [] } = await experimentAnswer(question, { store })
    const { metrics: [planned] = [] } = await plan()
    const ratio = (planned?.effects[3]?.units ?? 0) / (result?.needed?.units ?? 1)
    // People open quotes before they are shown the flag, and some of them stop.
    expect([ratio > 0.7, ratio < 1.5]).toEqual([true, true])
  })

  it('can be by company', async () => {
    await expect(plan({ unit: 'company' })).rejects.toThrow(
      '40 units have had “Quote opened”. A plan needs 100 of them, by company.',
    )
  })

  it.each([
    ['an event that nobody had', { event: 'Quote opnd' }, 'There is no event “Quote opnd”.'],
    ['an unknown metric', { judgedBy: ['orders'] }, 'There is no metric "orders".'],
    ['no metric', { judgedBy: [] }, 'Name a metric'],
    ['another application', { app: 'Other' }, 'There is no event “Quote opened”.'],
    ['another level', { promotion: 'staging' }, 'There is no event “Quote opened”.'],
    ['a window that no unit has had', { judgedBy: ['long'] }, 'with its whole window'],
    ['a kind that no event has', { unit: "it's" }, '0 units have had'],
  ])('that cannot be made is one sentence: %s', async (_, more, sentence) => {
    await expect(plan(more)).rejects.toThrow(sentence)
  })

  it('of a metric that is zero is one sentence, and no figure that is none', async () => {
    const answer = await plan({ judgedBy: ['nothing'] })
    expect(answer.metrics[0]?.sentence).toBe('“nothing” is zero: an effect on it cannot be planned.')
    expect(printPlan(answer)).not.toMatch(/NaN|Infinity|undefined/)
  })
})
