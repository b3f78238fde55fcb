import type { EventStore, StoredEvent } from '@telltale/collector'
import { type Compared, compareGroups, LEAST_PEOPLE } from './compareGroups.ts'
import { type ErrorGroup, gatherErrors } from './errorGroups.ts'
import { eventError, type LatestError } from './eventError.ts'
import { type Period, type PeriodName, periodUntil } from './period.ts'
import type { Share } from './proportions.ts'
import { type ErrorPlace, isSamePlace, seenEvent, type SeenEvent } from './seenEvent.ts'
import { tallyPeople } from './tallyPeople.ts'
import { whoNotes, whoSentence } from './whoSentence.ts'

/** The errors of a period by fingerprint, those of most people first. */
export interface ErrorList extends Period {
  readonly groups: readonly ErrorGroup[]
  /** How many groups are left out. */
  readonly more: number
  /** How many errors have no fingerprint, and are in no group. */
  readonly withoutFingerprint: number
}

/** Who has an error, and who has not. */
export interface WhoHasIt extends Compared {
  readonly sentence: string
  /** What else one has to know to believe the sentence. */
  readonly notes: readonly string[]
  /** All people who were seen in the application and level. */
  readonly all: Share
  readonly leastPeople: number
}

export type ErrorDetail =
  | (Period & {
      readonly outcome: 'found'
      readonly group: ErrorGroup
      readonly latest: LatestError
      /** Where else the same error has happened. */
      readonly elsewhere: readonly ErrorPlace[]
      readonly who: WhoHasIt
    })
  | (Period & { readonly outcome: 'none' })

/** Which error is asked about. */
export interface ErrorQuestion {
  readonly fingerprint: string
  readonly period: PeriodName
  readonly app?: string | undefined
  readonly promotion?: string | undefined
}

/** What the stored events say of errors. */
export interface ErrorAnswers {
  list(period: PeriodName, signal: AbortSignal): Promise<ErrorList>
  /** Without an application, the place where most people have had it. */
  detail(question: ErrorQuestion, signal: AbortSignal): Promise<ErrorDetail>
}

const MOST_GROUPS = 200
/** Events of a page of the store. */
const PAGE = 1000

/** Errors, and who has signed in: all other events need not be read for a list. */
const NEEDED_FOR_LIST = /"kind":\s*"(?:error|sign-in)"/

export function createErrorAnswers(store: Pick<EventStore, 'newest'>): ErrorAnswers {
  async function list(name: PeriodName, signal: AbortSignal): Promise<ErrorList> {
    const period = periodUntil(name, Date.now())
    const errors = gatherErrors(period)
    for await (const seen of seenIn(period, { store, signal, needed: NEEDED_FOR_LIST })) errors.add(seen)
    const groups = errors.groups().map(({ group }) => group)
    return {
      ...period,
      groups: groups.slice(0, MOST_GROUPS),
      more: Math.max(0, groups.length - MOST_GROUPS),
      withoutFingerprint: errors.withoutFingerprint(),
    }
  }

  /** Where most people have had the error. */
  async function placeOf({ fingerprint, period: name, app, promotion }: ErrorQuestion, signal: AbortSignal) {
    if (app !== undefined) return { app, promotion }
    const errors = gatherErrors(periodUntil(name, Date.now()))
    for await (const seen of seenIn(periodUntil(name, Date.now()), { store, signal, needed: NEEDED_FOR_LIST }))
      errors.add(seen)
    return errors.groups().find(({ group }) => group.fingerprint === fingerprint)?.group
  }

  async function detail(question: ErrorQuestion, signal: AbortSignal): Promise<ErrorDetail> {
    const place = await placeOf(question, signal)
    const period = periodUntil(question.period, Date.now())
    if (place === undefined) return { ...period, outcome: 'none' }
    const errors = gatherErrors(period)
    const people = tallyPeople()
    for await (const seen of seenIn(period, { store, signal })) {
      const isAffected = eventError(seen)?.fingerprint === question.fingerprint
      if (isAffected || seen.joins !== undefined) errors.add(seen)
      if (isSamePlace(seen.place, place)) people.add(seen, isAffected)
    }
    const found = errors.groups()
    const own = found.find(({ group }) => isSamePlace(group, place))
    if (own === undefined) return { ...period, outcome: 'none' }
    const all = people.all()
    const compared = compareGroups(people.divisions(), all)
    return {
      ...period,
      outcome: 'found',
      ...own,
      elsewhere: found
        .filter((one) => one !== own)
        .map(({ group: { app, promotion } }) => ({ app, ...(promotion !== undefined && { promotion }) })),
      who: {
        ...compared,
        sentence: whoSentence(compared, all),
        notes: whoNotes(compared, own.group),
        all,
        leastPeople: LEAST_PEOPLE,
      },
    }
  }

  return { list, detail }
}

interface Reading {
  readonly store: Pick<EventStore, 'newest'>
  /** Aborted if nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** What the body of an event must have to be read. */
  readonly needed?: RegExp
}

/** The events that happened in a period, those that arrived last first. Only some of them are in memory at a time. */
async function* seenIn(period: Period, { store, signal, needed }: Reading): AsyncGenerator<SeenEvent> {
  for await (const page of arrivedSince(period.from, store, signal))
    for (const stored of page) {
      const seen = needed === undefined || needed.test(stored.body) ? seenEvent(stored) : undefined
      if (seen === undefined) continue
      // The clock of another collector may be ahead.
      const at = Math.min(seen.at, period.until)
      if (at >= period.from) yield { ...seen, at }
    }
}

/** What happened since a time has arrived since then. Other requests come in between. */
async function* arrivedSince(
  from: number,
  store: Pick<EventStore, 'newest'>,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredEvent[]> {
  for (let before: string | undefined; !signal.aborted;) {
    const page = await store.newest(PAGE, before)
    if (page.length === 0) return
    yield page
    if (page.every(({ receivedAt }) => receivedAt < from)) return
    before = page.at(-1)?.cursor
    await new Promise((resolve) => void setImmediate(resolve))
  }
}
