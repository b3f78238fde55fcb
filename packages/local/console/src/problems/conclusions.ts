import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { originOf } from '../deliveries/knownDeliveries.ts'
import type { EventRows } from '../feed/eventRows.ts'
import { countText } from '../format/countText.ts'
import { grouped } from '../format/grouped.ts'
import { duration } from '../format/time.ts'
import { nameOfId } from '../people/nameOf.ts'
import { namesIn, takenIn } from './toldOfEvents.ts'
import type { ProblemRow } from './problemRows.ts'

/** What the console knows of pages and events. */
export interface Known {
  readonly tabs: readonly TabConnection[]
  readonly rows: EventRows
  readonly users: readonly LocalUser[]
  /** The origin of the console, where its collector is, too. */
  readonly origin: string
}

/** What is wrong although nothing has failed: no page can tell it alone. */
export function conclusions(known: Known, now: number): readonly ProblemRow[] {
  const heard = known.tabs.filter(({ isQuiet }) => !isQuiet)
  return [
    ...wrongClocks(heard),
    ...differentPeople(heard, { ...known, now }),
    ...otherCollectors(heard, { ...known, now }),
    ...droppingSteps(known.rows, heard),
    ...overrides(heard),
  ]
}

type Said = Pick<ProblemRow, 'app' | 'where' | 'message' | 'since' | 'pages'> & { readonly consequence: string }

const rowOf = (said: Said): ProblemRow => ({
  ...said,
  key: JSON.stringify(['concluded', said.app, said.where, said.message]),
  ...{ code: undefined, help: undefined, status: 'warning', failing: undefined },
  ...{ at: said.since, endedAt: undefined, times: 1 },
})

const pagesOf = (tabs: readonly TabConnection[]) => [...new Set(tabs.map(({ page }) => page))]

function wrongClocks(tabs: readonly TabConnection[]): readonly ProblemRow[] {
  const wrong = tabs.filter(({ clockAheadMs }) => clockAheadMs !== undefined)
  return grouped(wrong, ({ app, page }) => JSON.stringify([app, originOf(page)])).map(([first, ...others]) => {
    const { app, clockAheadMs = 0, openedAt: since } = first
    const side = clockAheadMs < 0 ? 'behind' : 'ahead of'
    return rowOf({
      ...{ app, where: 'clock', since, pages: pagesOf([first, ...others]) },
      message: `the clock of the page is ${duration(Math.abs(clockAheadMs))} ${side} that of the services`,
      consequence:
        'Its events have the wrong time, and stand at the wrong place in Live. Set the clock of the machine, or look for a test that has changed it.',
    })
  })
}

/** How long a sign-in takes to reach the other tabs of a browser, in milliseconds. */
const SIGN_IN_MS = 5_000

function differentPeople(
  tabs: readonly TabConnection[],
  { users, now }: Pick<Known, 'users'> & { readonly now: number },
): readonly ProblemRow[] {
  const settled = tabs.filter(
    ({ browser, identity, noUser, identityAt = 0 }) =>
      browser !== undefined && (identity !== null || noUser === 'signed-out') && now - identityAt > SIGN_IN_MS,
  )
  const browsers = grouped(settled, ({ app, browser, page }) => JSON.stringify([app, browser, originOf(page)]))
  return browsers.flatMap((group) => {
    const people = [...new Set(group.map(({ identity }) => identity))]
    if (people.length < 2) return []
    const names = people.map((id) => nameOfId(id, users, 'signed-out'))
    const [{ app }] = group
    return rowOf({
      ...{ app, where: 'identity', pages: pagesOf(group) },
      since: Math.max(...group.map(({ identityAt, openedAt }) => identityAt ?? openedAt)),
      message: `tabs of one browser show different users: ${names.join(', ')}`,
      consequence:
        'Each tab has the events and the flags of the user that it shows. Call telltale.identity.refresh() after a sign-in and a sign-out, or reload the tab that shows the wrong one.',
    })
  })
}

/** How long an event takes at most from its acknowledgement to the console, in milliseconds. */
const ARRIVAL_MS = 5_000

/** Destinations that take events, of which the collector of the console has none in the latest minute. With one that leads here, all is as it should be. */
function otherCollectors(
  tabs: readonly TabConnection[],
  { rows, origin, now }: Pick<Known, 'rows' | 'origin'> & { readonly now: number },
): readonly ProblemRow[] {
  const told = rows.chunks.flatMap((chunk) => takenIn(chunk))
  return grouped(tabs, ({ app, page }) => JSON.stringify([app, originOf(page)])).flatMap((group) => {
    const ids = new Set(group.map(({ tab }) => tab))
    const addresses = new Map(
      group.flatMap(({ page, deliveries = [] }) =>
        deliveries.flatMap(({ name, address }) => (address === undefined ? [] : [[name, resolved(address, page)]])),
      ),
    )
    const taken = told.filter(({ tab, destination }) => ids.has(tab) && addresses.has(destination))
    const lastStored = Math.max(...taken.map(({ minute, isStored }) => (isStored ? minute : -Infinity)))
    const posted = taken.filter(({ minute }) => minute > lastStored)
    const [{ app, clockAheadMs = 0 }] = group
    return grouped(posted, ({ destination }) => destination).flatMap((own) => {
      const [{ destination: where }] = own
      const address = addresses.get(where) ?? ''
      const since = Math.min(...own.map(({ at }) => at))
      if (now - since + clockAheadMs <= ARRIVAL_MS) return []
      const count = own.reduce((sum, one) => sum + one.count, 0)
      return rowOf({
        ...{ app, where, since, pages: pagesOf(group) },
        message: `has taken ${countText(count, 'event')} at ${address}, and this console has received none of them`,
        consequence: address.startsWith(`${origin}/`)
          ? 'It is the address of this console. Look for a fault that is set, in Faults, or for what answers in its place: a proxy, a service worker, or the mock of a test.'
          : `If another collector is meant, all is well. Otherwise set url to ${origin}/collect.`,
      })
    })
  })
}

function resolved(address: string, page: string): string {
  try {
    return new URL(address, page).href
  } catch {
    return address
  }
}

function droppingSteps({ chunks }: EventRows, tabs: readonly TabConnection[]): readonly ProblemRow[] {
  const apps = new Map(tabs.map((tab) => [tab.app, tab]))
  const counts = chunks.flatMap((chunk) => namesIn(chunk)).filter(({ app }) => apps.has(app))
  const sum = (all: readonly { readonly count: number }[]) => all.reduce((total, { count }) => total + count, 0)
  return grouped(counts, ({ app, name }) => JSON.stringify([app, name])).flatMap((all) => {
    const [{ app, name }] = all
    const steps = grouped(all, ({ step = '' }) => step)
    return steps.flatMap((own) => {
      const [{ step: where }] = own
      if (where === undefined || sum(own) * 2 <= sum(all)) return []
      return rowOf({
        ...{ app, where, since: apps.get(app)?.openedAt ?? 0, pages: [] },
        message: `drops ${sum(own).toLocaleString('en')} of the latest ${countText(sum(all), 'event')} called ${name}`,
        consequence:
          'They reach no destination. If that is not meant, change the step, which returns undefined for them.',
      })
    })
  })
}

function overrides(tabs: readonly TabConnection[]): readonly ProblemRow[] {
  const all = tabs.flatMap((tab) => (tab.overridden ?? []).map((flag) => ({ tab, ...flag })))
  return grouped(all, ({ tab, key, value }) => JSON.stringify([tab.app, key, value])).map((group) => {
    const [{ tab, key, value }] = group
    const own = group.map((one) => one.tab)
    return rowOf({
      ...{ app: tab.app, where: 'flags', pages: pagesOf(own) },
      since: Math.min(...own.map(({ openedAt }) => openedAt)),
      message: `${key} is overridden with ${value}`,
      consequence:
        'Other pages show the value of the service, and so does Flags. Clear the override in the panel of the page, or where telltale.flags.override is called.',
    })
  })
}
