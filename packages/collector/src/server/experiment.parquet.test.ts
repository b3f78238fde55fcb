import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { incomingEvent } from '../door/incomingEvent.ts'
import { experimentAnswer } from '../experiment/answer.ts'
import { MADE_METRICS, madeEvents } from '../experiment/madeEvents.ts'
import { readMetrics } from '../experiment/metrics.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { batchesOf } from '../testing/events.ts'
import type { EventStore } from '../store/store.ts'
import { sqliteStore } from '../sqlite.ts'
import { printExperiment } from './printExperiment.ts'

const DOCS = new URL('../../../../docs/', import.meta.url)
const page = (name: string) => readFile(new URL(`src/content/docs/guides/${name}.md`, DOCS), 'utf8')
const NOW = Date.parse('2026-11-29T12:00:00Z')
const metrics = readMetrics(JSON.stringify(MADE_METRICS), 'metrics.json')

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

const ask = (flag: string, more: object = {}) =>
  experimentAnswer({ flag, metrics, judgedBy: [...metrics.keys()], now: NOW, ...more }, { store })

describe('the made experiments', () => {
  it('one with an effect of 20 % is decided for it, and its interval has the truth', async () => {
    const { metrics: [quotes] = [], guards } = await ask('new-pricing')
    expect(guards).toEqual([])
    expect(quotes?.comparisons).toMatchObject([{ variation: '1', decision: 'better' }])
    const { low = 0, high = 0 } = quotes?.comparisons[0]?.lift ?? {}
    expect([low < 0.2, high > 0.2]).toEqual([true, true])
  })

  it('one without an effect is not decided, and says what would be needed', async () => {
    const { sentence, metrics: results } = await ask('quote-layout')
    expect(sentence).toMatch(/^No decision is possible yet\./)
    expect(results.flatMap(({ comparisons }) => comparisons.map(({ decision }) => decision))).toEqual([
      'none',
      'none',
      'none',
    ])
    expect(results[0]?.needed?.units).toBeGreaterThan(10_000)
  })

  it('one that has lost exposures of one variation is not to be used', async () => {
    const { sentence, guards } = await ask('fast-checkout')
    expect(guards).toMatchObject([{ level: 'alarm', name: 'sample-ratio' }])
    expect(sentence).toMatch(/^Do not use this result\. The split is not the one that was meant/)
  })

  it('before its declared end, an experiment has no result', async () => {
    const early = await ask('new-pricing', { endsAt: NOW + 1 })
    expect(early.metrics).toEqual([])
    expect(early.sentence).toBe('This experiment is judged at its end, 2026-11-29, and not before.')
    expect((await ask('new-pricing', { endsAt: NOW })).metrics).toHaveLength(3)
  })
})

describe('the documentation', () => {
  it('shows what the command prints', async () => {
    const printed = printExperiment(await ask('new-pricing'))
    const [sentence = '', ...lines] = printed.split('\n')
    expect(await page('run-an-experiment')).toContain(sentence)
    const table = lines.filter((line) => /^variation .*quotes|^─|^[01] /.test(line)).slice(0, 4)
    expect(await page('what-the-figures-mean')).toContain(table.join('\n'))
    const other = await ask('quote-layout')
    expect(other.sentence).toContain(/\*(An effect of .*?)\*/.exec(await page('what-the-figures-mean'))?.[1])
    for (const { sentence: said } of (await ask('fast-checkout')).guards)
      expect(await page('run-an-experiment')).toContain(said.split(':')[0]?.replace('The split', 'the split'))
  })

  it('has metrics that the command reads, and that fit the JSON Schema', async () => {
    const schema = JSON.parse(await readFile(new URL('public/schema/metrics.json', DOCS), 'utf8')) as object
    const fits = new Ajv2020({ strict: false }).compile(schema)
    for (const name of ['run-an-experiment', 'metrics'])
      for (const [, text = ''] of (await page(name)).matchAll(/```json\n(.*?)```/gs)) {
        expect(readMetrics(text, name).size).toBeGreaterThan(1)
        expect([fits(JSON.parse(text)), fits.errors]).toEqual([true, null])
      }
    expect(fits(MADE_METRICS)).toBe(true)
    expect(fits({ metrics: { a: { of: 'sum', event: 'x' } } })).toBe(false)
  })
})
