import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MADE_METRICS, madeEvents } from '@telltale/collector/testing'
import type { ExperimentList, ExperimentResult } from '../collector/experiments.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

const APP = { name: 'Rental Desk', platform: 'web', promotion: 'production' }
/** Events of a delivery. */
const BATCH = 1000

const services: ServicesForTest[] = []
afterAll(() => Promise.all(services.map((one) => one.close())))

/** Services that have these events, and the metrics of the made ones. */
async function startWith(events: readonly object[]): Promise<ServicesForTest> {
  const started = await startForTest()
  services.push(started)
  await writeFile(join(started.folder, 'metrics.json'), JSON.stringify(MADE_METRICS))
  for (let from = 0; from < events.length; from += BATCH) {
    const answer = await fetch(`${started.url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ app: APP, events: events.slice(from, from + BATCH) }),
    })
    expect(answer.status).toBe(202)
  }
  return started
}

const get = async (url: string) => (await fetch(url)).json() as Promise<unknown>
const list = async ({ url }: ServicesForTest) => (await get(`${url}/console/experiments/list`)) as ExperimentList
const ask = async ({ url }: ServicesForTest, query: Record<string, string>) =>
  (await get(`${url}/console/experiments/answer?${String(new URLSearchParams(query))}`)) as ExperimentResult

/** Persons who were shown a variation, with these numbers. */
const shown = (count: number, variationOf: (n: number) => number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: uuidOf(`shown-${n}`), name: 'Flag shown', kind: 'exposure', at: Date.now() - 86_400_000, url: '' },
    identity: { id: `person-${n}` },
    properties: { flag: 'quote-layout', variation: variationOf(n), version: 1, unit: 'person' },
  }))

describe('with the made experiments', () => {
  let made: ServicesForTest
  beforeAll(async () => void (made = await startWith([...madeEvents(Date.now())])))

  test('the list has each flag that was shown, and where, to whom and when', async () => {
    const listed = await list(made)
    expect(listed.outcome === 'listed' && listed.flags.map(({ flag }) => flag).sort()).toEqual([
      'fast-checkout',
      'new-pricing',
      'quote-layout',
    ])
    const [first] = listed.outcome === 'listed' ? listed.flags : []
    expect(first).toMatchObject({ app: APP.name, promotion: 'production', unit: 'person', units: 2000, variations: 2 })
    expect((first?.to ?? 0) - (first?.from ?? 0)).toBeGreaterThan(10 * 86_400_000)
  })

  test('the answer for one has its sentence, its units, each metric of the file, and the course of each', async () => {
    const query = { flag: 'new-pricing', app: APP.name, promotion: 'production', unit: 'person' }
    const result = await ask(made, query)
    const answer = result.outcome === 'answered' ? result.answer : undefined
    expect(answer?.sentence).toMatch(/^Variation 1 is better: its “quotes” is 27 % higher than that of 0/)
    expect(answer?.units.map(({ variation }) => variation)).toEqual(['0', '1'])
    expect(answer?.metrics.map(({ metric }) => metric.name)).toEqual(Object.keys(MADE_METRICS.metrics))
    for (const { course } of answer?.metrics ?? []) expect(course?.length).toBeGreaterThan(5)
  })

  test('an alarm is in the answer, and leads its sentence', async () => {
    const result = await ask(made, { flag: 'fast-checkout' })
    expect(result).toMatchObject({
      answer: {
        sentence: expect.stringMatching(/^Do not use this result\./),
        guards: [{ level: 'alarm', name: 'sample-ratio' }],
      },
    })
  })

  test('an unknown flag is one sentence that names those with exposures', async () => {
    expect(await ask(made, { flag: 'new-prizing' })).toEqual({
      outcome: 'refused',
      message: expect.stringMatching(/^There are no exposures of the flag "new-prizing"\. The flags .*new-pricing/),
    })
  })
})

test('without exposures, the list is empty, and an answer is one sentence that says what to add', async () => {
  const empty = await startWith([])
  expect(await list(empty)).toEqual({ outcome: 'listed', flags: [] })
  expect(await ask(empty, { flag: 'new-pricing' })).toEqual({
    outcome: 'refused',
    message: 'There are no exposures. Add the step exposures() to the settings of the application.',
  })
})

test.each([
  ['a single variation', 120, () => 0, 'All units have seen the same variation, 0: there is nothing to compare.'],
  ['less than 100 units', 120, (n: number) => n % 2, 'Variation 0 has 60 units.'],
] as const)(
  'an experiment with %s has its units, no metric, and one sentence',
  async (_, count, variationOf, sentence) => {
    const result = await ask(await startWith(shown(count, variationOf)), { flag: 'quote-layout' })
    const answer = result.outcome === 'answered' ? result.answer : undefined
    expect(answer?.sentence).toContain(sentence)
    expect(answer?.units.reduce((sum, { units }) => sum + units, 0)).toBe(count)
    expect(answer?.metrics).toEqual([])
  },
)
