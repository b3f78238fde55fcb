import type { ConsoleEnvironment } from '../../../src/console/consoleMessage.ts'
import type { ConsoleChange } from '../../../src/editing/consoleChange.ts'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { eventOf, happenedAt, type Chunk, type EventRow, type EventRows } from '../feed/eventRows.ts'
import { grouped } from '../format/grouped.ts'
import { remembered } from '../format/remembered.ts'
import { eventFlags } from '../live/eventFlags.ts'
import { concluded, pagesOf } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'
import { ofPages } from './toldOfEvents.ts'

interface Known {
  readonly rows: EventRows
  readonly changes: readonly ConsoleChange[]
  readonly tabs: readonly TabConnection[]
}

/** For how long a page may show the flags that its browser has remembered, in milliseconds. */
const REMEMBERED_MS = 2_000

/** Pages that were opened after a flag has changed, and whose events have an older version of it. */
export function olderFlags(
  environments: readonly ConsoleEnvironment[],
  { rows, changes, tabs }: Known,
): readonly ProblemRow[] {
  const flags = changedFlags(environments, changes)
  const found = grouped(ofPages(rows, tabs, latestIn), ({ page }) => page.tab).flatMap(([{ page, told }]) => {
    const at = happenedAt(told.row)
    if (at <= page.openedAt + REMEMBERED_MS) return []
    const versions = versionsOf(told.row)
    return flags.flatMap(({ key, now, changedAt }) => {
      const version = versions.get(key) ?? Infinity
      return version < now && changedAt < page.openedAt ? { page, key, version, now, at } : []
    })
  })
  return grouped(found, ({ page, key, version }) => JSON.stringify([page.app, key, version])).map((own) => {
    const [{ page, key, version, now }] = own
    return concluded({
      ...{ app: page.app, where: 'flags', pages: pagesOf(own.map((one) => one.page)) },
      since: Math.min(...own.map(({ at }) => at)),
      message: `the page has version ${version} of ${key}, and the service has version ${now}`,
      consequence:
        'It was opened after the change, so an old answer reaches it. Look for a cache in front of the flag service: a proxy, a content delivery network, a service worker, or the mock of a test.',
    })
  })
}

/** The flags that have changed and are still there, with their lowest version: a page does not say its environment. */
function changedFlags(environments: readonly ConsoleEnvironment[], changes: readonly ConsoleChange[]) {
  const versions = new Map<string, number>()
  for (const { flags } of environments)
    for (const { key, version, deleted } of flags)
      if (!deleted) versions.set(key, Math.min(version, versions.get(key) ?? Infinity))
  return grouped(changes, ({ key }) => key).flatMap((own) => {
    const [{ key }] = own
    const now = versions.get(key)
    return now === undefined ? [] : [{ key, now, changedAt: Math.max(...own.map(({ at }) => at)) }]
  })
}

/** The latest event of each page that has its flags. */
const latestIn = remembered((chunk: Chunk): readonly { readonly tab: string; readonly row: EventRow }[] => {
  const own = chunk.flatMap((row) => {
    const tab = row.life?.tab
    return tab === undefined || eventOf(row) === undefined ? [] : { tab, row }
  })
  return grouped(own, ({ tab }) => tab).map(([latest]) => latest)
})

/** The versions of the flags that an event has, without those that are overridden. */
const versionsOf = remembered((row: EventRow): ReadonlyMap<string, number> => {
  const event = eventOf(row)
  return new Map(
    (event ? eventFlags(event, []) : []).flatMap(({ name, version, isOverridden }) =>
      version === undefined || isOverridden ? [] : [[name, version] as const],
    ),
  )
})
