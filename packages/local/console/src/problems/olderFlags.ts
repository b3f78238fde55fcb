import type { ConsoleEnvironment } from '../../../src/console/consoleMessage.ts'
import type { ConsoleChange } from '../../../src/editing/consoleChange.ts'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { eventOf, happenedAt, type Chunk, type EventRows } from '../feed/eventRows.ts'
import { grouped } from '../format/grouped.ts'
import { remembered } from '../format/remembered.ts'
import { eventFlags } from '../live/eventFlags.ts'
import { concluded, pagesOf } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'

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
  const found = tabs.flatMap((tab) => {
    const latest = latestOf(rows, tab)
    if (latest === undefined) return []
    return flags.flatMap(({ key, now, changedAt }) => {
      const version = latest.versions.get(key) ?? Infinity
      return version < now && changedAt < tab.openedAt ? [{ tab, key, version, now, at: latest.at }] : []
    })
  })
  return grouped(found, ({ tab, key, version }) => JSON.stringify([tab.app, key, version])).map((own) => {
    const [{ tab, key, version, now }] = own
    return concluded({
      ...{ app: tab.app, where: 'flags', pages: pagesOf(own.map((one) => one.tab)) },
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

/** The latest event of a page that has got the flags of its visit, and the versions of its flags. */
function latestOf({ chunks }: EventRows, { tab, openedAt }: TabConnection) {
  for (const chunk of chunks) {
    const latest = versionsIn(chunk).get(tab)
    if (latest) return latest.at > openedAt + REMEMBERED_MS ? latest : undefined
  }
  return undefined
}

interface Versions {
  readonly at: number
  readonly versions: ReadonlyMap<string, number>
}

/** By the page that has tracked it: of the latest event that has its flags. */
const versionsIn = remembered((chunk: Chunk): ReadonlyMap<string, Versions> => {
  const latest = new Map<string, Versions>()
  for (const row of chunk) {
    const event = eventOf(row)
    const tab = row.life?.tab
    if (event === undefined || tab === undefined || latest.has(tab)) continue
    const versions = eventFlags(event, []).flatMap(({ name, version, isOverridden }) =>
      version === undefined || isOverridden ? [] : [[name, version] as const],
    )
    latest.set(tab, { at: happenedAt(row), versions: new Map(versions) })
  }
  return latest
})
