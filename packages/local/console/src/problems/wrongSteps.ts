import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import type { EventRows } from '../feed/eventRows.ts'
import { countText } from '../format/countText.ts'
import { grouped } from '../format/grouped.ts'
import { nameOfId } from '../people/nameOf.ts'
import { concluded } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'
import { type Named, namesIn } from './toldOfEvents.ts'

/** The name of `sample()`, which drops all events of some people. */
const SAMPLE = 'sample'

/** What has become of events of a page that is still open. */
type Counted = Named & Pick<TabConnection, 'app' | 'openedAt'>

const sum = (all: readonly Named[]) => all.reduce((total, { count }) => total + count, 0)
const since = (all: readonly Counted[]) => Math.min(...all.map(({ openedAt }) => openedAt))

/**
 * Steps that drop most events of a name, and people whose events are all dropped. Only open pages count: the steps of an application may
 * be other ones since an earlier page was closed.
 */
export function droppingSteps(
  { chunks }: EventRows,
  tabs: readonly TabConnection[],
  users: readonly LocalUser[],
): readonly ProblemRow[] {
  const open = new Map(tabs.map(({ tab, app, openedAt }) => [tab, { app, openedAt }]))
  const counts = chunks
    .flatMap((chunk) => namesIn(chunk))
    .flatMap((named): readonly Counted[] => {
      const page = open.get(named.tab)
      return page === undefined ? [] : [{ ...named, ...page }]
    })
  return [...byName(counts), ...sampledOut(counts, users)]
}

function byName(counts: readonly Counted[]): readonly ProblemRow[] {
  const names = grouped(counts, ({ app }) => app).flatMap((ofApp) => grouped(ofApp, ({ name }) => name))
  return names.flatMap((all) =>
    grouped(all, ({ step = '' }) => step).flatMap((own) => {
      const [{ app, name, step: where }] = own
      if (where === undefined || where === SAMPLE || sum(own) * 2 <= sum(all)) return []
      return concluded({
        ...{ app, where, since: since(own), pages: [] },
        message: `drops ${sum(own).toLocaleString('en')} of the latest ${countText(sum(all), 'event')} called ${name}`,
        consequence:
          'They reach no destination. If that is not meant, change the step, which returns undefined for them.',
      })
    }),
  )
}

function sampledOut(counts: readonly Counted[], users: readonly LocalUser[]): readonly ProblemRow[] {
  return grouped(counts, ({ app }) => app).flatMap((ofApp) => {
    const people = grouped(ofApp, ({ person = '' }) => person).filter((own) => own.every(({ step }) => step === SAMPLE))
    if (people.length === 0) return []
    const [{ app }] = ofApp
    const names = people.map(([{ person = null }]) => nameOfId(person, users))
    return concluded({
      ...{ app, where: SAMPLE, since: since(people.flat()), pages: [] },
      message: `drops all events of ${names.join(', ')}`,
      consequence:
        'These users are not in the share that is kept. In development, keep all: sample(1). Or sign in as another user.',
    })
  })
}
