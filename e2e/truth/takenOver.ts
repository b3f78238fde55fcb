import type { Version } from './page/startTruthPage.ts'
import type { Played } from './playHistory.ts'

/** After the end of a page, its last request can still be on its way, in milliseconds. */
const ON_ITS_WAY_MS = 500

/** The names of the events that arrived when their page was gone, and only pages of this other version were open. */
export function takenOver({ calls, stored, ends, questions, versions }: Played, version: Version): string[] {
  const openedMs = new Map<string, number>()
  for (const { page, atMs } of questions) openedMs.set(page, Math.min(atMs, openedMs.get(page) ?? Infinity))
  const pageOf = new Map(calls.map(({ name, page }) => [name, page]))
  const versionsAt = (atMs: number) =>
    [...openedMs]
      .filter(([page, fromMs]) => fromMs <= atMs && atMs <= (ends.get(page)?.[1] ?? Infinity) + ON_ITS_WAY_MS)
      .map(([page]) => versions.get(page))
  return stored
    .filter(({ name, atMs }) => {
      const own = versions.get(pageOf.get(name) ?? '')
      return own !== undefined && own !== version && versionsAt(atMs).every((one) => one === version)
    })
    .map(({ name }) => name)
}
