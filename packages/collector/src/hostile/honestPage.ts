import { setTimeout } from 'node:timers/promises'
import { type Answer, ask } from './ask.ts'
import { plainBatch } from './plainBatch.ts'
import { createRandom } from './random.ts'

/** A page that behaves well, and must not notice anything. */
export interface HonestPage {
  /** How many events it has sent, all of them acknowledged after `pause`. */
  sent(): number
  /** The ids of the events that answers have acknowledged. */
  acknowledgedIds(): readonly string[]
  /** How many events it has that no answer has acknowledged. */
  waiting(): number
  readonly figures: HonestFigures
  resume(): void
  /** Ends with what it has sent: resolves when all of it is acknowledged, or after the time limit. */
  pause(limitMs: number): Promise<void>
}

export interface HonestFigures {
  batches: number
  /** The longest time until a 2xx, or until there was no answer, in milliseconds. */
  slowestMs: number
  /** Answers without 2xx by status, 0 for none. */
  readonly failures: Map<number, number>
  /** Batches with 2xx that took longer than a second. */
  late: number
}

export interface HonestNeeds {
  readonly port: () => number
  /** Milliseconds since any moment. */
  readonly now: () => number
  /** For how long the machine was busy with something else since this moment, in milliseconds. */
  readonly busySince: (moment: number) => number
  readonly from?: string | undefined
  readonly forwardedFor?: string | undefined
}

interface PendingBatch {
  readonly body: string
  readonly ids: readonly string[]
}

export const HONEST_APP = 'Rental Desk of the honest page'
const EVERY_MS = 200
const EVENTS = 3
export const PATIENCE_MS = 1000

export function createHonestPage({ port, now, busySince, from, forwardedFor }: HonestNeeds): HonestPage {
  const random = createRandom(Date.now())
  const page = random.id()
  const figures: HonestFigures = { batches: 0, slowestMs: 0, failures: new Map(), late: 0 }
  let last = 0
  let acknowledged = 0
  let state: 'sending' | 'ending' | 'still' = 'still'
  let going = Promise.resolve()
  const headers = {
    'content-type': 'application/json',
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
  }

  /** The batch that has to be acknowledged before the next one is made. */
  let pending: PendingBatch | undefined
  const acknowledgedIds: string[] = []

  function batchWith(count: number): PendingBatch {
    const first = last + 1
    last += count
    const events = Array.from({ length: count }, (_, index) => ({ n: first + index, properties: { total: index } }))
    const told = { [page]: { last, ...(acknowledged > 0 && { delivered: `1-${acknowledged}` }) } }
    const fields = { pages: told }
    const batch = plainBatch(random, { app: HONEST_APP, release: 'honest-1.4.0', page, events, fields })
    return { body: JSON.stringify(batch), ids: batch.events.map(({ id }) => id) }
  }

  async function deliver(count: number): Promise<void> {
    pending ??= batchWith(count)
    while (pending !== undefined && state !== 'still') {
      const askedAt = now()
      const { body, ids }: PendingBatch = pending
      const answer = await ask({ port: port(), path: '/collect', method: 'POST', headers, body, from, now })
      note(figures, { ...answer, ms: Math.max(0, Math.round(answer.ms - busySince(askedAt))) })
      if (answer.status >= 200 && answer.status < 300) {
        acknowledged = last
        acknowledgedIds.push(...ids)
        pending = undefined
      } else await setTimeout(EVERY_MS)
    }
  }

  async function go(): Promise<void> {
    while (state === 'sending') {
      const next = performance.now() + EVERY_MS
      await deliver(EVENTS)
      await setTimeout(Math.max(0, next - performance.now()))
    }
    await deliver(0)
  }

  return {
    figures,
    sent: () => last,
    acknowledgedIds: () => acknowledgedIds,
    waiting: () => last - acknowledged,
    resume() {
      state = 'sending'
      going = go()
    },
    async pause(limitMs) {
      state = 'ending'
      await Promise.race([going, setTimeout(limitMs)])
      state = 'still'
      await going
    },
  }
}

function note(figures: HonestFigures, { status, ms }: Answer): void {
  figures.batches += 1
  figures.slowestMs = Math.max(figures.slowestMs, ms)
  if (status < 200 || status >= 300) figures.failures.set(status, (figures.failures.get(status) ?? 0) + 1)
  else if (ms > PATIENCE_MS) figures.late += 1
}
