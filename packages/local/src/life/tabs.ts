import type { ConnectionError, GoneTab, TabConnection } from '../protocol/consoleConnections.ts'
import type { LifeReport } from './lifeReport.ts'

/** The pages that report to the console. */
export interface Tabs {
  reported(report: LifeReport): void
  /** Those that are not gone, some of which may be quiet. The page with the latest report comes first. */
  open(): readonly TabConnection[]
  /** The pages that are open no more, the latest first. */
  gone(): readonly GoneTab[]
  /** Called when a page was added, removed or changed, or has become quiet. */
  subscribe(listener: () => void): () => void
  close(): void
}

/**
 * Milliseconds after which a page is quiet. A page that is shown reports every 2.5 seconds. In the background, a browser may let it do so
 * once a minute.
 */
const QUIET_AFTER_MS = { shown: 6_000, hidden: 75_000 }
/**
 * Milliseconds after which a quiet page counts as gone. It may have been killed, and it may be back: a debugger stops a page that is
 * shown, and a browser freezes one in the background for hours.
 */
const GONE_AFTER_MS = { shown: 600_000, hidden: 86_400_000 }
/**
 * Milliseconds. A page that reported that it may close reports again immediately if it stays open, or a second later in the
 * background.
 */
const LEFT_AFTER_MS = 3000
const LOOK_EVERY_MS = 1000
const MAX_TABS = 500
const MAX_GONE = 100

export function createTabs(now: () => number = Date.now): Tabs {
  const known = new Map<string, TabConnection>()
  const leaving = new Set<string>()
  /** The pages that were quiet at the latest look. */
  let quiet: ReadonlySet<string> = new Set()
  let gone: readonly GoneTab[] = []
  const listeners = new Set<() => void>()

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  const isGone = (one: TabConnection) =>
    now() - one.lastSeenAt > (leaving.has(one.tab) ? LEFT_AFTER_MS : limitOf(GONE_AFTER_MS, one))
  const isQuiet = (one: TabConnection) => now() - one.lastSeenAt > limitOf(QUIET_AFTER_MS, one)
  const open = () => [...known.values()].filter((one) => !isGone(one)).reverse()

  function forget(tab: string): boolean {
    leaving.delete(tab)
    return known.delete(tab)
  }

  function end({ tab, page, app, lastSeenAt, noUser, problems }: TabConnection): boolean {
    const one = { tab, page, app, lastSeenAt, ...(problems && { problems }), ...(noUser && { noUser }) }
    gone = [one, ...gone].slice(0, MAX_GONE)
    return forget(tab)
  }

  const sweep = setInterval(() => {
    let isChanged = false
    for (const one of known.values()) if (isGone(one)) isChanged = end(one)
    const before = quiet
    quiet = new Set([...known.values()].filter(isQuiet).map(({ tab }) => tab))
    if (isChanged || [...quiet].some((tab) => !before.has(tab))) announce()
  }, LOOK_EVERY_MS)
  sweep.unref()

  return {
    reported(report) {
      const { tab, page, app, identity, noUser, flags, error, isHidden, destinations, browser, overridden } = report
      const { problems = [], deliveries = [] } = report
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
        ...(browser !== undefined && { browser }),
        ...(report.clockAheadMs !== undefined && { clockAheadMs: report.clockAheadMs }),
        page,
        app,
        identity,
        ...identityAtOf(before, { identity, at }),
        ...(noUser && { noUser }),
        flags,
        openedAt: before?.openedAt ?? at,
        lastSeenAt: at,
        ...(isHidden && { isHidden }),
        ...(lastError && { lastError }),
        ...(problems.length > 0 && { problems }),
        ...(destinations && { destinations }),
        ...(overridden && overridden.length > 0 && { overridden }),
        ...(deliveries.length > 0 && { deliveries }),
      })
      const [oldest] = known.values()
      if (known.size > MAX_TABS && oldest !== undefined) end(oldest)
      announce()
    },
    open: () => open().map((one) => (isQuiet(one) ? { ...one, isQuiet: true } : one)),
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

const identityAtOf = (
  before: TabConnection | undefined,
  { identity, at }: { readonly identity: string | null; readonly at: number },
): Pick<TabConnection, 'identityAt'> => {
  const identityAt = before !== undefined && before.identity !== identity ? at : before?.identityAt
  return identityAt === undefined ? {} : { identityAt }
}

const limitOf = (limits: typeof QUIET_AFTER_MS, { isHidden }: TabConnection) =>
  isHidden ? limits.hidden : limits.shown

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
