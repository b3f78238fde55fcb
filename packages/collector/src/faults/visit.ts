import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { idAt } from '../testing/batches.ts'
import type { Address } from './address.ts'
import type { History } from './history.ts'

export interface VisitNeeds {
  readonly address: Address
  readonly history: History
  /** Milliseconds since 1970, by the clock of the page. */
  readonly now: () => number
  /** How many of a hundred acknowledged batches come again. */
  readonly copiesPercent: number
  /** The longest pause between two batches, in milliseconds. A real page waits longer. */
  readonly pauseMs: number
  /** `ending`: no new events, but all are delivered. `abandoned`: nothing is sent any more. */
  readonly state: () => 'sending' | 'ending' | 'abandoned'
}

/** Batches of a page until its visitor leaves. */
const BATCHES = 40
const MOST_EVENTS = 40
/** Milliseconds until a batch comes again. A real page waits for what Retry-After says. */
const AGAIN_MS = 150

/** One visitor, who loads page after page until it is over. Resolves when every event is acknowledged, or the visit is abandoned. */
export async function visit(needs: VisitNeeds): Promise<void> {
  while (needs.state() === 'sending') await onePage(needs)
}

/** Sends batches as a page does: the next one when the last one is acknowledged, and the same events again until they are. */
async function onePage({ address, history, now, copiesPercent, pauseMs, state }: VisitNeeds): Promise<void> {
  const page = randomUUID()
  let last = 0

  /** @param delivered - the number up to which events are acknowledged */
  async function deliver(events: readonly { readonly id: string }[], delivered: number): Promise<void> {
    const ids = events.map(({ id }) => id)
    for (const id of ids) history.sent.add(id)
    const send = () => address.post(JSON.stringify(batchOf(events, { page, last, delivered, sentAt: now() })), ids)
    while (!(await send())) {
      await setTimeout(AGAIN_MS * (0.5 + Math.random()))
      if (state() === 'abandoned') return
    }
    if (Math.random() * 100 >= copiesPercent) return
    history.copies += ids.length
    await send()
  }

  for (let batch = 0; batch < BATCHES && state() === 'sending'; batch += 1) {
    const delivered = last
    const count = 1 + Math.floor(Math.random() * MOST_EVENTS)
    const events = Array.from({ length: count }, () => eventOf(page, { n: (last += 1), at: now() }))
    await deliver(events, delivered)
    await setTimeout(Math.random() * pauseMs)
  }
  // With the last batch, the page tells that all before it is delivered.
  await deliver([], last)
}

const eventOf = (page: string, { n, at }: { readonly n: number; readonly at: number }) => ({
  id: idAt(at),
  n,
  page,
  name: 'Quote sent',
  at,
  url: 'https://desk.example/quotes',
  properties: { screen_dimensions: '800x600', note: 'x'.repeat(100 + (n % 200)) },
  epoch: page,
  identity: { id: 'ada@example.com' },
})

interface Told {
  readonly page: string
  readonly last: number
  readonly delivered: number
  readonly sentAt: number
}

const batchOf = (events: readonly object[], { page, last, delivered, sentAt }: Told) => ({
  app: { name: 'Rental Desk', platform: 'web', promotion: 'production' },
  sentAt,
  dropped: {},
  inMemory: 0,
  pages: { [page]: { last, ...(delivered > 0 && { delivered: `1-${delivered}` }) } },
  events,
})
