import { readStored } from '../door/readStored.ts'
import { isConsent } from '../store/consent.ts'
import { signInOf } from '../store/tombstones.ts'
import type { Batch, EventCopy, EventSink, IncomingEvent, Outcome, PeopleStore, StoredEvent } from '../store/store.ts'
import { shareAgain } from './shareAgain.ts'

/** An event of a source, or why there is none in a place where there should be one. */
export type SourceEvent = Omit<StoredEvent, 'cursor'> | { readonly problem: string }

/** What has become of the events of a source. */
export interface ImportCounts {
  readonly new: number
  readonly known: number
  /** About somebody whose data were deleted in the target. */
  readonly erased: number
  readonly refused: number
  /** They arrived so long ago that the target does not keep them. */
  readonly tooOld: number
}

export type ImportTarget = Pick<EventSink, 'append' | 'sharesFlags'> & Pick<PeopleStore, 'erasedAmong'>

interface Options {
  /** Events that arrived before are left out, but for decisions about consent, and whose they are: milliseconds since 1970. */
  readonly oldest: number
  readonly onProgress: (counts: ImportCounts) => void
  /** Called with a sentence for each event that is refused. */
  readonly onRefused: (problem: string) => void
}

/** Events of which batches are appended together. */
const SLICE = 1000

/**
 * Stores events that are somewhere else already, each as it is there: with its id, its application and the time of its arrival. To do it
 * again stores nothing twice, wherever the last time has ended. The loss meter does not count them: see `Batch.isCopied`.
 */
export async function importEvents(
  events: AsyncIterable<readonly SourceEvent[]>,
  target: ImportTarget,
  { oldest, onProgress, onRefused }: Options,
): Promise<ImportCounts> {
  const counts = { new: 0, known: 0, erased: 0, refused: 0, tooOld: 0 }
  const refuse = (problem: string) => {
    counts.refused += 1
    onRefused(problem)
  }
  for await (const some of events)
    for (let from = 0; from < some.length; from += SLICE) {
      await importSlice(some.slice(from, from + SLICE))
      onProgress(counts)
    }
  return counts

  function count(outcome: Outcome, id = ''): void {
    if (typeof outcome === 'object') refuse(`The event ${id} was refused: ${outcome.refused}`)
    else if (outcome === 'known') counts.known += 1
    else if (outcome === 'erased') counts.erased += 1
    else counts.new += 1
  }

  async function importSlice(slice: readonly SourceEvent[]): Promise<void> {
    const batches: Batch[] = []
    for (const one of slice) {
      if ('problem' in one) refuse(one.problem)
      else {
        const batch = batchOf(one, target.sharesFlags === true)
        if (one.receivedAt < oldest && !batch?.events.some(mayBeProof)) counts.tooOld += 1
        else if (batch) batches.push(batch)
        else refuse(`The event ${one.id} cannot be understood.`)
      }
    }
    // Of what has arrived before somebody was deleted, the clock of its page does not matter.
    const erased = new Set(await target.erasedAmong(batches.flatMap(copiesIn)))
    const kept = joined(batches.filter(({ events: [event] }) => !erased.has(event?.id ?? '')))
    counts.erased += batches.length - kept.reduce((sum, batch) => sum + batch.events.length, 0)
    const outcomes = await Promise.all(kept.map((batch) => target.append(batch)))
    for (const [place, ofBatch] of outcomes.entries())
      for (const [index, outcome] of ofBatch.entries()) count(outcome, kept[place]?.events[index]?.id)
  }
}

/** A batch of one event. */
function batchOf({ app, receivedAt, clockAheadMs = 0, ...stored }: Omit<StoredEvent, 'cursor'>, sharesFlags: boolean) {
  const { given, event } = readStored(stored)
  if (!given || !event) return undefined
  const events = [sharesFlags ? shareAgain(event, given) : event]
  return { app, receivedAt, clockAheadMs, events, ...NOTHING_KNOWN, isCopied: true } satisfies Batch
}

/** A store does not keep for each event what these are. */
const NOTHING_KNOWN = { destination: '', engine: '', release: '', pages: [] }

const copiesIn = ({ events, receivedAt }: Batch): readonly EventCopy[] =>
  events.map((event) => ({ ...event, receivedAt, isConsent: isConsent(event) }))

/** Whether a store may keep an event for longer than others: a decision, or a sign-in, which says whose the decisions of a visitor are. */
const mayBeProof = (event: IncomingEvent) => isConsent(event) || signInOf(event) !== undefined

/** Neighbours that differ in nothing but their events are one batch. */
function joined(batches: readonly Batch[]): readonly Batch[] {
  const all: Batch[] = []
  let lastKey = ''
  for (const batch of batches) {
    const { app, receivedAt, clockAheadMs } = batch
    const key = JSON.stringify([app, receivedAt, clockAheadMs])
    const last = all.at(-1)
    if (last && key === lastKey) all[all.length - 1] = { ...last, events: [...last.events, ...batch.events] }
    else all.push(batch)
    lastKey = key
  }
  return all
}
