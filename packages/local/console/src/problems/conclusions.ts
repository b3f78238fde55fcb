import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { PollConnection, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { originOf, placeOf } from '../deliveries/knownDeliveries.ts'
import type { EventRows } from '../feed/eventRows.ts'
import { grouped } from '../format/grouped.ts'
import { duration } from '../format/time.ts'
import { nameOfId } from '../people/nameOf.ts'
import { concluded, pagesOf } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'
import { missingAttributes } from './missingAttributes.ts'
import { olderFlags } from './olderFlags.ts'
import { slowAnswers } from './slowAnswers.ts'
import { deliveredByOthers, otherCollectors } from './wrongDeliveries.ts'
import { overrides, unknownAttributes } from './wrongFlags.ts'
import { droppingSteps } from './wrongSteps.ts'

/** What the console knows of pages, events, flags and users. */
export interface Known {
  readonly tabs: readonly TabConnection[]
  readonly rows: EventRows
  readonly state: Pick<ConsoleState, 'users' | 'environments' | 'startedAt' | 'changes'> | undefined
  /** The clients that have requested flags. */
  readonly polls?: readonly PollConnection[]
  /** The origin of the console, where its collector is, too. */
  readonly origin: string
}

/** Problems that no page can detect alone, although nothing has failed. */
export function conclusions({ tabs, rows, state, polls = [], origin }: Known, now: number): readonly ProblemRow[] {
  const heard = tabs.filter(({ isQuiet }) => !isQuiet)
  const { users = [], environments = [], changes = [], startedAt: since = 0 } = state ?? {}
  const all = [
    ...wrongClocks(heard),
    ...differentPeople(heard, { users, now }),
    ...otherCollectors(heard, { rows, origin, now }),
    ...deliveredByOthers(heard),
    ...slowAnswers(rows, { tabs: heard, now }),
    ...droppingSteps(rows, heard, users),
    ...overrides(heard),
    ...unknownAttributes(environments, { users, polls, since }),
    ...missingAttributes(environments, { users, polls, tabs: heard }),
    ...olderFlags(environments, { rows, changes, tabs: heard }),
  ]
  return grouped(all, ({ key }) => key).map(together)
}

/** Conclusions with the same message are one row, such as those of two browsers. */
function together(own: readonly [ProblemRow, ...ProblemRow[]]): ProblemRow {
  const since = Math.min(...own.map((row) => row.since))
  return { ...own[0], since, at: since, pages: [...new Set(own.flatMap(({ pages }) => pages))] }
}

function wrongClocks(tabs: readonly TabConnection[]): readonly ProblemRow[] {
  const wrong = tabs.filter(({ clockAheadMs }) => clockAheadMs !== undefined)
  return grouped(wrong, ({ app, page }) => placeOf(app, page)).map(([first, ...others]) => {
    const { app, clockAheadMs = 0, openedAt: since } = first
    const side = clockAheadMs < 0 ? 'behind' : 'ahead of'
    return concluded({
      ...{ app, where: 'clock', since, pages: pagesOf([first, ...others]) },
      message: `the clock of the page is ${duration(Math.abs(clockAheadMs))} ${side} that of the services`,
      consequence:
        'Its events have the wrong time, and stand at the wrong place in Live. Set the clock of the machine, or look for a test that has changed it.',
    })
  })
}

/** How long a sign-in takes to reach the other tabs of a browser, in milliseconds. */
const SIGN_IN_MS = 5_000

const userSince = ({ identityAt, openedAt }: TabConnection) => identityAt ?? openedAt

function differentPeople(
  tabs: readonly TabConnection[],
  { users, now }: { readonly users: readonly LocalUser[]; readonly now: number },
): readonly ProblemRow[] {
  const settled = tabs.filter(
    (tab) =>
      tab.browser !== undefined &&
      (tab.identity !== null || tab.noUser === 'signed-out') &&
      now - userSince(tab) > SIGN_IN_MS,
  )
  const browsers = grouped(settled, ({ app, browser, page }) => JSON.stringify([app, browser, originOf(page)]))
  return browsers.flatMap((all) => {
    // A page may have the user of another one, and not have reported it yet: in the background, it reports once a minute.
    const people = grouped(all, ({ identity }) => JSON.stringify(identity)).map((own) => ({
      ...{ id: own[0].identity, own, since: Math.min(...own.map(userSince)) },
      lastSeenAt: Math.max(...own.map((tab) => tab.lastSeenAt)),
    }))
    const changedAt = Math.max(...people.map(({ since }) => since))
    const known = people.filter(({ since, lastSeenAt }) => since === changedAt || lastSeenAt - changedAt > SIGN_IN_MS)
    if (known.length < 2) return []
    const names = known.map(({ id }) => nameOfId(id, users, 'signed-out'))
    return concluded({
      ...{ app: all[0].app, where: 'identity', pages: pagesOf(known.flatMap(({ own }) => own)), since: changedAt },
      message: `tabs of one browser show different users: ${names.join(', ')}`,
      consequence:
        'Each tab has the events and the flags of the user that it shows. Call telltale.identity.refresh() after a sign-in and a sign-out, or reload the tab that shows the wrong one.',
    })
  })
}
