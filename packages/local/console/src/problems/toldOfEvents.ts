import type { Chunk } from '../feed/eventRows.ts'
import { grouped } from '../format/grouped.ts'
import { remembered } from '../format/remembered.ts'

const MINUTE_MS = 60_000

/** Events that a destination has acknowledged to a page within a minute. */
export interface Taken {
  readonly tab: string
  readonly destination: string
  readonly count: number
  /** When it has acknowledged the first of them, and the minute in which it has acknowledged all, by the clock of the page. */
  readonly at: number
  readonly minute: number
  /** Whether the collector of the console has them. */
  readonly isStored: boolean
}

/** What pages have said of acknowledgements. A vendor's script confirms nothing. */
export const takenIn = remembered((chunk: Chunk): readonly Taken[] => {
  const all = chunk.flatMap(({ life, stored }) =>
    (life?.steps ?? []).flatMap(({ step, destination, at, isUnconfirmed }) =>
      step === 'acknowledged' && destination !== undefined && !isUnconfirmed
        ? {
            ...{ tab: life?.keeper ?? life?.tab ?? '', destination, at, minute: Math.floor(at / MINUTE_MS) },
            isStored: stored !== undefined || (life?.copies ?? 0) > 0,
          }
        : [],
    ),
  )
  const alike = ({ tab, destination, minute, isStored }: (typeof all)[number]) =>
    JSON.stringify([tab, destination, minute, isStored])
  return grouped(all, alike).map((own) => ({
    ...own[0],
    count: own.length,
    at: Math.min(...own.map(({ at }) => at)),
  }))
})

/** How many events of a name pages have reported, and what has become of them. */
export interface Named {
  readonly app: string
  readonly name: string
  /** The step of the application that has dropped them. */
  readonly step: string | undefined
  /** The id of the user, if there is one. */
  readonly person: string | undefined
  readonly count: number
}

/** How many events of each name there are, of each user, by the step that has dropped them. */
export const namesIn = remembered((chunk: Chunk): readonly Named[] => {
  const all = chunk.flatMap(({ life }) => {
    if (life?.app === undefined || life.name === undefined) return []
    const dropped = life.steps.find(({ step, reason }) => step === 'dropped' && reason === 'filtered')
    return { app: life.app, name: life.name, step: dropped?.destination, person: life.identity }
  })
  return grouped(all, ({ app, name, step, person }) => JSON.stringify([app, name, step, person])).map((own) => ({
    ...own[0],
    count: own.length,
  }))
})
