import type { Inspected } from '../inspected.ts'
import { type SeenEvent, waitsFor } from '../seen.ts'
import { codeOf, currentProblems } from './problems.ts'
import { timeText } from './timeText.ts'

/** An event that waits for longer than this, in milliseconds, is told: deliveries are collected for about a second. */
const LONG_MS = 5_000

export interface Health {
  readonly tone: 'good' | 'waiting' | 'bad'
  /** The severity as a word, so that it is not told by its colour alone. */
  readonly title: string
  readonly words: string
  /** The name of the tab that has more. */
  readonly tab: string
}

/** What is wrong now, in a sentence. */
export function healthOf({ seen, layer }: Pick<Inspected, 'seen' | 'layer'>, now: number): Health {
  const [first, ...others] = currentProblems(seen)
  const waiting = waitingOf([...seen.events.values()], now)
  if (first) {
    const { where, message, isError } = first
    const code = codeOf(first)
    // A message says its code at its end, which the line may cut off.
    const said = code === undefined ? message : `${code}, ${message.replace(/ *\(T\d+\)$/, '')}`
    return {
      tone: isError ? 'bad' : 'waiting',
      title: isError ? 'Error' : 'Warning',
      words: [
        `${where}: ${said}`,
        ...(others.length > 0 ? [`${others.length} more`] : []),
        ...(waiting ? [waiting.words] : []),
      ].join(' · '),
      tab: 'Problems',
    }
  }
  if (waiting) return { tone: 'waiting', title: 'Waiting', ...waiting }
  const { status } = layer.flags
  if (status.get() === 'failed')
    return { tone: 'waiting', title: 'Warning', words: 'The flags could not be fetched.', tab: 'Flags' }
  return { tone: 'good', title: 'All is well', words: 'Nothing fails, and nothing waits for long.', tab: 'Problems' }
}

/** For which destination, or for what else, most events wait. */
function waitingOf(events: readonly SeenEvent[], now: number): Pick<Health, 'words' | 'tab'> | undefined {
  const groups = new Map<string, number[]>()
  const add = (name: string, at: number) => groups.set(name, [...(groups.get(name) ?? []), at])
  for (const event of events) {
    if (isIncomplete(event)) add(USER_OR_FLAGS, event.at)
    for (const name of waitsFor(event)) add(name, event.at)
  }
  const late = [...groups].filter(([, times]) => now - Math.min(...times) > LONG_MS)
  const [most] = late.sort(([, one], [, other]) => other.length - one.length)
  if (!most) return undefined
  const [name, times] = most
  const count = times.length === 1 ? '1 event waits' : `${times.length} events wait`
  return {
    words: `${count} for ${name} since ${timeText(Math.min(...times)).slice(0, 8)}.`,
    tab: name === USER_OR_FLAGS ? 'Events' : 'Destinations',
  }
}

const USER_OR_FLAGS = 'the user or the flags'

const isIncomplete = ({ event, completedAt, deliveries, isEarlier }: SeenEvent) =>
  !event && completedAt === undefined && deliveries.size === 0 && !isEarlier
