import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { Chunk, EventRows } from '../feed/eventRows.ts'
import { grouped } from '../format/grouped.ts'
import { remembered } from '../format/remembered.ts'
import { duration } from '../format/time.ts'
import { concluded, pagesOf } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'
import { ofPages } from './toldOfEvents.ts'

/** An answer that takes longer is slow, in milliseconds. The inspector says the same of a request that waits. */
const SLOW_MS = 5_000
/** How long a slow answer remains a problem if no other answer follows, in milliseconds. */
const RECENT_MS = 120_000

interface Heard {
  readonly tabs: readonly TabConnection[]
  readonly now: number
}

/** Destinations whose latest answer has taken long, and is recent. */
export function slowAnswers(rows: EventRows, { tabs, now }: Heard): readonly ProblemRow[] {
  const apps = grouped(ofPages(rows, tabs, answersIn), ({ page }) => page.app)
  const destinations = apps.flatMap((ofApp) => grouped(ofApp, ({ told }) => told.destination))
  return destinations.flatMap((own) => {
    const { told: latest, page } = own.reduce((one, other) => (other.told.at > one.told.at ? other : one))
    if (latest.tookMs <= SLOW_MS || now - latest.at > RECENT_MS) return []
    return concluded({
      ...{ app: page.app, where: latest.destination, since: latest.at },
      pages: pagesOf(own.map((one) => one.page)),
      message: `has taken ${duration(latest.tookMs)} to answer`,
      consequence:
        'Events wait in the browser meanwhile, and arrive late. Look at the load of the server, and at what is in front of it.',
    })
  })
}

interface Answer {
  readonly tab: string
  readonly destination: string
  /** When it came. */
  readonly at: number
  /** Since the event was last sent. */
  readonly tookMs: number
}

/** The latest answer of each destination to each page. A vendor's script answers at once. */
const answersIn = remembered((chunk: Chunk): readonly Answer[] => {
  const all = chunk.flatMap(({ life }) =>
    (life?.steps ?? []).flatMap(({ step, destination, at, isUnconfirmed }): readonly Answer[] => {
      if (step !== 'acknowledged' || destination === undefined || isUnconfirmed) return []
      const sent = (life?.steps ?? []).filter(
        (one) => one.step === 'sent' && one.destination === destination && one.at <= at,
      )
      const sentAt = Math.max(...sent.map((one) => one.at))
      return Number.isFinite(sentAt)
        ? [{ tab: life?.keeper ?? life?.tab ?? '', destination, at, tookMs: at - sentAt }]
        : []
    }),
  )
  return grouped(all, ({ tab, destination }) => JSON.stringify([tab, destination])).map((own) =>
    own.reduce((one, other) => (other.at > one.at ? other : one)),
  )
})
