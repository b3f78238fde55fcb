import type { ConnectionError, GoneTab, TabConnection } from '../protocol/consoleConnections.ts'
import type { LifeReport } from './lifeReport.ts'

/** The pages that report to the console. */
export interface Tabs {
  reported(report: LifeReport): void
  /** The page with the latest report first. */
  open(): readonly TabConnection[]
  /** The pages with problems that are open no more, the latest first. */
  gone(): readonly GoneTab[]
  /** Called when a page was added, removed or changed. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** Milliseconds. Pages report every fifteen seconds, and once a minute in the background. */
const GONE_AFTER_MS = 75_000
/**
 * Milliseconds. A page that reported that it may close reports again immediately if it stays open, or a second later in the
 * background.
 */
const LEFT_AFTER_MS = 3000
const LOOK_EVERY_MS = 1000
const MAX_TABS = 500
const MAX_GONE = 50

export function createTabs(now: () => number = Date.now): Tabs {
  const known = new Map<string, TabConnection>()
  const leaving = new Set<string>()
  let gone: readonly GoneTab[] = []
  const listeners = new Set<() => void>()

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  const isGone = ({ tab, lastSeenAt }: TabConnection) =>
    now() - lastSeenAt > (leaving.has(tab) ? LEFT_AFTER_MS : GONE_AFTER_MS)

  function forget(tab: string): boolean {
    leaving.delete(tab)
    return known.delete(tab)
  }

  function end({ tab, page, app, noUser, problems }: TabConnection): boolean {
    if (problems) gone = [{ tab, page, app, problems, ...(noUser && { noUser }) }, ...gone].slice(0, MAX_GONE)
    return forget(tab)
  }

  const sweep = setInterval(() => {
    let isChanged = false
    for (const one of known.values()) if (isGone(one)) isChanged = end(one)
    if (isChanged) announce()
  }, LOOK_EVERY_MS)
  sweep.unref()

  return {
    reported(report) {
      const { tab, page, app, identity, noUser, flags, error, destinations, problems = [], deliveries = [] } = report
      const before = known.get(tab)
      // A page that was silent for a while is back.
      gone = gone.filter((one) => one.tab !== tab)
      const at = now()
      const lastError =
        error === undefined ? (errorIn({ problems, deliveries }) ?? before?.lastError) : { at, message: error }
      forget(tab)
      if (report.leaving) leaving.add(tab)
      known.set(tab, {
        tab,
        page,
        app,
        identity,
        ...(noUser && { noUser }),
        flags,
        openedAt: before?.openedAt ?? at,
        lastSeenAt: at,
        ...(lastError && { lastError }),
        ...(problems.length > 0 && { problems }),
        ...(destinations && { destinations }),
        ...(deliveries.length > 0 && { deliveries }),
      })
      const [oldest] = known.values()
      if (known.size > MAX_TABS && oldest !== undefined) end(oldest)
      announce()
    },
    open: () => [...known.values()].filter((one) => !isGone(one)).reverse(),
    gone: () => gone,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      clearInterval(sweep)
      listeners.clear()
    },
  }
}

/** The error that a page had last. One that goes on is preferred to one that has ended. */
function errorIn({ problems, deliveries }: Required<Pick<TabConnection, 'problems' | 'deliveries'>>) {
  const errors = problems.filter(({ isError }) => isError)
  // The message of a destination also says what to do.
  const hasMessage = (name: string) => errors.some(({ where, endedAt }) => where === name && endedAt === undefined)
  const all = [
    ...errors.map(({ at, where, message, endedAt }) => errorOf(at, `${where}: ${message}`, endedAt !== undefined)),
    ...deliveries.flatMap(({ name, outcome, lastError }) =>
      lastError && !hasMessage(name)
        ? errorOf(lastError.at, `${name}: ${lastError.reason}`, outcome === 'delivered')
        : [],
    ),
  ]
  return all.sort((a, b) => Number(b.isPast ?? false) - Number(a.isPast ?? false) || a.at - b.at).at(-1)
}

const errorOf = (at: number, message: string, isPast: boolean): ConnectionError => ({
  at,
  message,
  ...(isPast && { isPast }),
})
