import { afterEach, expect, it, vi } from 'vitest'
import { createCollector } from '../index.ts'
import { sqliteStore } from '../sqlite.ts'
import { problemInAnswer } from './batchAnswer.ts'
import { countsOf, problemsInLoss } from './lossAnswer.ts'
import { LANGUAGE_NAMES } from './oddTexts.ts'
import { plainBatch } from './plainBatch.ts'
import { createRandom } from './random.ts'
import { randomBatch } from './randomBatch.ts'

// The short form of the suite `collector-hostile`: see collector.hostile.test.ts.

const ADMIN_TOKEN = 'a-token-for-the-attacks'
const HONEST_APP = 'Rental Desk'
const SEED = Number(process.env['TELLTALE_SEED'] ?? 1)
const random = createRandom(SEED)

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A collector in this process with one event of a page that behaves well. */
async function open() {
  const sink = await sqliteStore({ file: ':memory:' })
  ends.push(() => sink.close())
  const { fetch } = createCollector({ sink, adminToken: ADMIN_TOKEN })
  const post = async (batch: object) => {
    const body = JSON.stringify(batch)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(new Request('http://collector/collect', { method: 'POST', headers, body }))
    return { status: answer.status, text: await answer.text(), retryAfter: undefined, body }
  }
  const loss = async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const answer = await fetch(new Request('http://collector/loss', { headers }))
    return { status: answer.status, text: await answer.text() }
  }
  expect(await post(plainBatch(random, { app: HONEST_APP }))).toMatchObject({ status: 202 })
  return { post, loss }
}

it.each(['app', 'destination', 'release'] as const)('counts names of the language as the %s', async (kind) => {
  const { post, loss } = await open()
  for (const name of LANGUAGE_NAMES)
    expect(await post(plainBatch(random, { [kind]: name })), name).toMatchObject({ status: 202 })
  const { status, text } = await loss()
  expect(status).toBe(200)
  expect(problemsInLoss(text, { app: HONEST_APP, sent: 1 })).toEqual([])
  for (const name of LANGUAGE_NAMES)
    expect(countsOf(JSON.parse(text), { group: kind, name }), name).toMatchObject({ expected: 1, stored: 1 })
})

it('counts names of the language as reasons of losses', async () => {
  const { post, loss } = await open()
  for (const name of LANGUAGE_NAMES) {
    const page = random.id()
    const pages = Object.fromEntries([
      [
        page,
        Object.fromEntries([
          ['last', 3],
          [name, '2-3'],
        ]),
      ],
    ])
    expect(await post(plainBatch(random, { page, fields: { pages } })), name).toMatchObject({ status: 202 })
  }
  await expectLoss(loss)
})

it('takes every valid batch, and says what is lost afterwards', async () => {
  const { post, loss } = await open()
  for (let count = 0; count < 100; count += 1) {
    const batch = randomBatch(random)
    const { body, ...answer } = await post(batch)
    const problem = problemInAnswer(answer, { body, count: batch.events.length })
    expect(problem, `TELLTALE_SEED=${SEED}: ${body.slice(0, 3000)}`).toBeUndefined()
  }
  await expectLoss(loss)
})

/** On a busy machine, a report says at first that pages are still to be counted. */
async function expectLoss(loss: () => Promise<{ status: number; text: string }>) {
  await vi.waitFor(
    async () => {
      const { status, text } = await loss()
      expect(status, `TELLTALE_SEED=${SEED}`).toBe(200)
      expect(problemsInLoss(text, { app: HONEST_APP, sent: 1 }), `TELLTALE_SEED=${SEED}`).toEqual([])
    },
    { timeout: 20_000, interval: 200 },
  )
}
