import type { Inspected } from '../inspected.ts'
import { type Seen, waitsFor } from '../seen.ts'
import { awaited, countOf, isPending, isSentWithoutUser } from './eventFate.ts'
import { codeOf, currentProblems, slowIn, wordsIn } from './problems.ts'
import { durationText, timeText } from './timeText.ts'

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
export function healthOf(
  { seen, layer, overrides }: Pick<Inspected, 'seen' | 'layer' | 'overrides'>,
  now: number,
): Health {
  const [first, ...others] = currentProblems(seen)
  const waiting = waitingOf({ seen, layer }, now)
  const unowned = [...seen.events.values()].filter((event) => isSentWithoutUser(event, layer)).length
  // What has become of the events comes first: the line may cut off the rest.
  const fate = [...(waiting ? [waiting.words] : []), ...(unowned > 0 ? [`sent without a user: ${unowned}`] : [])]
  if (first) {
    const { where, isError } = first
    const code = codeOf(first)
    const said = [code, wordsIn(first)].filter(Boolean).join(', ')
    return {
      tone: isError ? 'bad' : 'waiting',
      title: isError ? 'Error' : 'Warning',
      words: [...fate, `${where}: ${said}`, ...(others.length > 0 ? [`${others.length} more`] : [])].join(' · '),
      tab: 'Problems',
    }
  }
  const words = fate.join(' · ')
  if (waiting) return { tone: 'waiting', title: 'Waiting', words, tab: waiting.tab }
  if (unowned > 0) return { tone: 'waiting', title: 'Note', words, tab: 'Events' }
  const { status } = layer.flags
  if (status.get() === 'failed')
    return { tone: 'waiting', title: 'Warning', words: 'The flags could not be fetched.', tab: 'Flags' }
  return (
    notesOf({ seen, overrides }) ?? {
      ...({ tone: 'good', title: 'All is well', tab: 'Problems' } as const),
      words: 'Nothing fails, and nothing waits for long.',
    }
  )
}

/** What is slow, and what is as somebody wants it and is easily forgotten. */
function notesOf({ seen, overrides }: Pick<Inspected, 'seen' | 'overrides'>): Health | undefined {
  const dropped = [...droppedBy(seen)].map(([step, count]) => `${count} of ${seen.events.size} dropped by ${step}`)
  const { size } = overrides.all()
  const flags = size === 1 ? '1 flag is overridden' : `${size} flags are overridden`
  const slow = [...slowIn(seen)].map(([name, tookMs]) => `${name} has taken ${durationText(tookMs)} to answer`)
  const words = [...slow, ...dropped, ...(size > 0 ? [flags] : [])].join(' · ')
  const tab = slow.length > 0 ? 'Destinations' : dropped.length > 0 ? 'Events' : 'Flags'
  return words ? { tone: 'waiting', title: 'Note', words, tab } : undefined
}

/** How many of the latest events each step of the application has dropped. */
function droppedBy({ events }: Pick<Seen, 'events'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { deliveries } of events.values())
    for (const [name, { reason }] of deliveries)
      if (reason === 'filtered') counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** For which destination, or for what else, most events wait. */
function waitingOf({ seen, layer }: Pick<Inspected, 'seen' | 'layer'>, now: number) {
  const groups = new Map<string, number[]>()
  const add = (name: string, at: number) => groups.set(name, [...(groups.get(name) ?? []), at])
  const pendingFor = awaited(layer)
  for (const event of seen.events.values()) {
    if (isPending(event)) add(pendingFor, event.at)
    for (const name of waitsFor(event)) add(name, event.at)
  }
  const late = [...groups].filter(([, times]) => now - Math.min(...times) > LONG_MS)
  const [most] = late.sort(([, one], [, other]) => other.length - one.length)
  if (!most) return undefined
  const [name, times] = most
  return {
    words: `${countOf(times.length, `wait for ${name}`)} since ${timeText(Math.min(...times)).slice(0, 8)}`,
    tab: name === pendingFor ? 'Events' : 'Destinations',
  }
}
