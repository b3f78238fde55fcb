import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import type { EventRows } from '../feed/eventRows.ts'
import { countText } from '../format/countText.ts'
import { grouped } from '../format/grouped.ts'
import { nameOfId } from '../people/nameOf.ts'
import { concluded } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'
import { type Named, namesIn, type OfPage, ofPages } from './toldOfEvents.ts'

/** The name of `sample()`, which drops all events of some people. */
const SAMPLE = 'sample'

type Counted = OfPage<Named>

const sum = (all: readonly Counted[]) => all.reduce((total, { told }) => total + told.count, 0)
const since = (all: readonly Counted[]) => Math.min(...all.map(({ page }) => page.openedAt))

/**
 * Steps that drop most events of a name, and people whose events are all dropped. Only open pages count: the steps of an application may
 * be other ones since an earlier page was closed.
 */
export function droppingSteps(
  rows: EventRows,
  tabs: readonly TabConnection[],
  users: readonly LocalUser[],
): readonly ProblemRow[] {
  const counts = ofPages(rows, tabs, namesIn)
  return [...byName(counts), ...sampledOut(counts, users)]
}

function byName(counts: readonly Counted[]): readonly ProblemRow[] {
  const names = grouped(counts, ({ page }) => page.app).flatMap((ofApp) => grouped(ofApp, ({ told }) => told.name))
  return names.flatMap((all) =>
    grouped(all, ({ told }) => told.step ?? '').flatMap((own) => {
      const [{ page, told }] = own
      const { name, step: where } = told
      if (where === undefined || where === SAMPLE || sum(own) * 2 <= sum(all)) return []
      return concluded({
        ...{ app: page.app, where, since: since(own), pages: [] },
        message: `drops ${sum(own).toLocaleString('en')} of the latest ${countText(sum(all), 'event')} called ${name}`,
        consequence:
          'They reach no destination. If that is not meant, change the step, which returns undefined for them.',
      })
    }),
  )
}

function sampledOut(counts: readonly Counted[], users: readonly LocalUser[]): readonly ProblemRow[] {
  return grouped(counts, ({ page }) => page.app).flatMap((ofApp) => {
    const people = grouped(ofApp, ({ told }) => told.person ?? '').filter((own) =>
      own.every(({ told }) => told.step === SAMPLE),
    )
    if (people.length === 0) return []
    const [{ page }] = ofApp
    const names = people.map(([{ told }]) => nameOfId(told.person ?? null, users))
    return concluded({
      ...{ app: page.app, where: SAMPLE, since: since(people.flat()), pages: [] },
      message: `drops all events of ${names.join(', ')}`,
      consequence:
        'These users are not in the share that is kept. In development, keep all: sample(1). Or sign in as another user.',
    })
  })
}
