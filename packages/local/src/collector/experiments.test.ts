import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExperimentAnswer } from '@telltale/collector/experiment'
import { readMetrics } from '@telltale/collector/experiment'
import { memoryStore } from '@telltale/collector/testing'
import { createExperiments } from './experiments.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'telltale-experiments-'))))
afterAll(() => rm(folder, { recursive: true }))

const WANTED = new AbortController().signal
const ONE = { metrics: { quotes: { of: 'count', event: 'Quote sent' } } }

/** An engine that notes what it is asked, and answers when it is told to. */
async function withEngine(metrics: unknown = ONE) {
  const metricsFile = join(folder, 'metrics.json')
  await writeFile(metricsFile, JSON.stringify(metrics))
  const asked: string[] = []
  const answers: ((answer: ExperimentAnswer) => void)[] = []
  const experiments = createExperiments({
    store: memoryStore(),
    metricsFile,
    load: () =>
      Promise.resolve({
        readMetrics,
        listExperiments: () => Promise.reject(new Error('Queries need DuckDB. Install it.')),
        experimentAnswer({ flag, judgedBy, hasCourse }) {
          asked.push(`${flag} by ${judgedBy.join()}${hasCourse ? ' with its course' : ''}`)
          return new Promise((resolve) => answers.push(resolve))
        },
      }),
  })
  return { experiments, asked, answers, metricsFile }
}

const answerOf = (flag: string) => ({ flag }) as ExperimentAnswer

test('a question is answered after the one before it, and one that was withdrawn meanwhile is left out', async () => {
  const { experiments, asked, answers } = await withEngine()
  const withdrawn = new AbortController()
  const first = experiments.ask({ flag: 'a' }, WANTED)
  const second = experiments.ask({ flag: 'b' }, withdrawn.signal)
  const third = experiments.ask({ flag: 'c' }, WANTED)
  await expect.poll(() => asked).toEqual(['a by quotes with its course'])
  withdrawn.abort()
  answers[0]?.(answerOf('a'))
  expect(await first).toEqual({ outcome: 'answered', answer: { flag: 'a' } })
  await expect.poll(() => asked).toHaveLength(2)
  answers[1]?.(answerOf('c'))
  expect(await third).toEqual({ outcome: 'answered', answer: { flag: 'c' } })
  expect(await second).toMatchObject({ outcome: 'refused' })
  expect(asked[1]).toMatch(/^c /)
})

test('closing waits for the question that is being answered, and answers no other', async () => {
  const { experiments, asked, answers } = await withEngine()
  const running = experiments.ask({ flag: 'a' }, WANTED)
  const waiting = experiments.ask({ flag: 'b' }, WANTED)
  await expect.poll(() => asked).toHaveLength(1)
  let isClosed = false
  const closed = experiments.close().then(() => (isClosed = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isClosed).toBe(false)
  answers[0]?.(answerOf('a'))
  await closed
  expect(await running).toMatchObject({ outcome: 'answered' })
  expect(await waiting).toMatchObject({ outcome: 'refused' })
  expect(asked).toHaveLength(1)
})

test('an error of the engine is the sentence that it says, and the next question is answered', async () => {
  const { experiments, answers, asked } = await withEngine()
  const message = 'Queries need DuckDB. Install it.'
  expect(await experiments.list(WANTED)).toEqual({ outcome: 'refused', message })
  const next = experiments.ask({ flag: 'a' }, WANTED)
  await expect.poll(() => asked).toHaveLength(1)
  answers[0]?.(answerOf('a'))
  expect(await next).toMatchObject({ outcome: 'answered' })
})

test.each([{ metrics: {} }, undefined])(
  'a file with the metrics %j asks for metrics, and not for events',
  async (metrics) => {
    const { experiments, asked, metricsFile } = await withEngine(metrics ?? ONE)
    if (metrics === undefined) await rm(metricsFile)
    expect(await experiments.ask({ flag: 'a' }, WANTED)).toEqual({ outcome: 'no-metrics', file: metricsFile })
    expect(asked).toEqual([])
  },
)

test('a file with wrong metrics is one sentence that names the metric', async () => {
  const { experiments, metricsFile } = await withEngine({ metrics: { quotes: { of: 'sum', event: 'Quote sent' } } })
  const message = `${metricsFile}: the metric "quotes" needs a property of the event.`
  expect(await experiments.ask({ flag: 'a' }, WANTED)).toEqual({ outcome: 'refused', message })
})
