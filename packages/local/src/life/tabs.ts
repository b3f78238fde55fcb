import type { TabConnection } from '../console/consoleConnections.ts'
import type { LifeReport } from './lifeReport.ts'

/** The pages that tell of themselves. */
export interface Tabs {
  told(report: LifeReport): void
  /** The one that was heard of last first. */
  open(): readonly TabConnection[]
  /** Called when a page came, went, or is otherwise than it was. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** Milliseconds. Pages are heard of every fifteen seconds; in the background of a browser, once a minute. */
const GONE_AFTER_MS = 75_000
const LOOK_EVERY_MS = 5000
const MAX_TABS = 500

export function tabs(now: () => number = Date.now): Tabs {
  const known = new Map<string, TabConnection>()
  const listeners = new Set<() => void>()

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  const look = setInterval(() => {
    let isChanged = false
    for (const { tab, lastSeenAt } of known.values())
      if (now() - lastSeenAt > GONE_AFTER_MS) isChanged = known.delete(tab)
    if (isChanged) announce()
  }, LOOK_EVERY_MS)
  look.unref()

  return {
    told({ tab, page, app, identity, flags, error }) {
      const before = known.get(tab)
      const at = now()
      const lastError = error === undefined ? before?.lastError : { at, message: error }
      known.delete(tab)
      known.set(tab, {
        tab,
        page,
        app,
        identity,
        flags,
        openedAt: before?.openedAt ?? at,
        lastSeenAt: at,
        ...(lastError && { lastError }),
      })
      const [oldest] = known.keys()
      if (known.size > MAX_TABS && oldest !== undefined) known.delete(oldest)
      announce()
    },
    open: () => [...known.values()].reverse(),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      clearInterval(look)
      listeners.clear()
    },
  }
}
