import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { isFailing, placeOf } from '../deliveries/knownDeliveries.ts'
import type { EventRows } from '../feed/eventRows.ts'
import { countText } from '../format/countText.ts'
import { grouped } from '../format/grouped.ts'
import { concluded, pagesOf } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'
import { type OfPage, ofPages, oldestStoredIn, type Taken, takenIn } from './toldOfEvents.ts'

interface Known {
  readonly rows: EventRows
  /** The origin of the console, where its collector is, too. */
  readonly origin: string
  readonly now: number
}

/** How long an event takes at most from its acknowledgement to the console, in milliseconds. */
const ARRIVAL_MS = 5_000

/** Destinations that acknowledge events of which the collector of the console has received none since the minute of its latest event from the same place. */
export function otherCollectors(tabs: readonly TabConnection[], { rows, origin, now }: Known): readonly ProblemRow[] {
  // Older events may be in the collector, and not loaded.
  const oldest = Math.min(...rows.chunks.map((chunk) => oldestStoredIn(chunk)))
  const isLoaded = (at: number) => oldest === Infinity || at >= oldest
  const loaded = ofPages(rows, tabs, takenIn).filter(
    (one) => addressOf(one) !== undefined && (one.told.here !== 'unknown' || isLoaded(one.told.at)),
  )
  return grouped(loaded, ({ page }) => placeOf(page.app, page.page)).flatMap((ofPlace) => {
    const lastStored = Math.max(...ofPlace.map(({ told }) => (told.here === 'stored' ? told.minute : -Infinity)))
    const posted = ofPlace.filter(({ told }) => told.minute > lastStored)
    return grouped(posted, (one) => JSON.stringify([one.told.destination, addressOf(one)])).flatMap((own) => {
      const [{ page, told }] = own
      const where = told.destination
      const address = resolved(addressOf(own[0]) ?? '', page.page)
      const since = Math.min(...own.map((one) => one.told.at))
      if (now - since <= ARRIVAL_MS) return []
      const count = own.reduce((sum, one) => sum + one.told.count, 0)
      return concluded({
        ...{ app: page.app, where, since, pages: pagesOf(own.map((one) => one.page)) },
        message: `has taken ${countText(count, 'event')} at ${address}, and this console has received none of them`,
        consequence: address.startsWith(`${origin}/`)
          ? 'It is the address of this console. Look for a fault that is set, in Faults, or for what answers in its place: a proxy, a service worker, or the mock of a test.'
          : `If you use another collector on purpose, ignore this. Otherwise set url to ${origin}/collect.`,
      })
    })
  })
}

/** Where the destination of these events is, as their page says. */
const addressOf = ({ page, told }: OfPage<Taken>) =>
  page.deliveries?.find(({ name }) => name === told.destination)?.address

function resolved(address: string, page: string): string {
  try {
    return new URL(address, page).href
  } catch {
    return address
  }
}

/** How late a retry may be, in milliseconds: a browser may wake a page in the background only once a minute. */
const LATE_MS = 75_000

/** Whether a page still retries. If another tab has delivered its events, it has nothing to send, and keeps its last failure. */
const isTrying = ({ nextAt, sentAt = 0 }: PageDelivery, { lastSeenAt }: TabConnection) =>
  nextAt === undefined || sentAt >= nextAt || lastSeenAt - nextAt <= LATE_MS

/** Pages that cannot reach a destination while another tab can, which then delivers their events. */
export function deliveredByOthers(tabs: readonly TabConnection[]): readonly ProblemRow[] {
  return grouped(tabs, ({ app, page }) => placeOf(app, page)).flatMap((group) => {
    const told = group.flatMap((tab) => (tab.deliveries ?? []).map((delivery) => ({ tab, delivery })))
    return grouped(told, ({ delivery }) => delivery.name).flatMap((own) => {
      const failing = own.filter(({ tab, delivery }) => isFailing(delivery) && isTrying(delivery, tab))
      const since = Math.min(...failing.map(({ delivery }) => delivery.failingSinceAt ?? Infinity))
      const isDelivered = own.some(
        ({ delivery }) => delivery.outcome === 'delivered' && (delivery.answeredAt ?? 0) > since,
      )
      if (!isDelivered || failing.length === 0) return []
      const [{ tab, delivery }] = own
      return concluded({
        ...{ app: tab.app, where: delivery.name, since, pages: pagesOf(failing.map((one) => one.tab)) },
        message: 'cannot be reached by a page, and another tab delivers its events',
        consequence: `The page gets ${[...new Set(failing.map((one) => one.delivery.reason ?? 'no answer'))].join(', ')}. Look for what blocks its requests: a proxy, a service worker, or the mock of a test.`,
      })
    })
  })
}
