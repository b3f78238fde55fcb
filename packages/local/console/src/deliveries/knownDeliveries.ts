import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'

/** What the pages of one application at one origin know of a destination: they share their events. */
export interface KnownDelivery extends PageDelivery {
  readonly app: string
  readonly origin: string
  /** How many pages have failed to deliver to it, at least twice in a row. */
  readonly pages: number
}

export type TellingTab = Pick<TabConnection, 'app' | 'page' | 'deliveries' | 'isQuiet'>

/** What the pages that report know of their destinations. The page that has an answer last knows best. */
export function knownDeliveries(tabs: readonly TellingTab[]): readonly KnownDelivery[] {
  const found = new Map<string, KnownDelivery>()
  for (const { app, page, isQuiet, deliveries = [] } of tabs)
    for (const delivery of isQuiet ? [] : deliveries) {
      const origin = originOf(page)
      const key = JSON.stringify([app, origin, delivery.name])
      const one = { ...delivery, app, origin, pages: delivery.failingSinceAt === undefined ? 0 : 1 }
      const other = found.get(key)
      found.set(key, other === undefined ? one : together(other, one))
    }
  return [...found.values()]
}

/** Whether a destination has failed at least twice in a row, and events wait for it. */
export function isFailing({ failingSinceAt, waiting }: PageDelivery): boolean {
  return failingSinceAt !== undefined && waiting !== 0
}

/** The pages of one application at one origin: they share their events. */
export const placeOf = (app = '', page = '') => JSON.stringify([app, originOf(page)])

/** `http://127.0.0.1:4800` of a page at this address. */
export function originOf(page: string): string {
  return /^[a-z]+:\/\/[^/]+/i.exec(page)?.[0] ?? page
}

function together(one: KnownDelivery, other: KnownDelivery): KnownDelivery {
  const latest = (other.answeredAt ?? 0) > (one.answeredAt ?? 0) ? other : one
  const errors = [one.lastError, other.lastError].filter((error) => error !== undefined)
  const lastError = errors.sort((a, b) => a.at - b.at).at(-1)
  return { ...latest, pages: one.pages + other.pages, ...(lastError && { lastError }) }
}
