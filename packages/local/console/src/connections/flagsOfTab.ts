import type {
  ConsoleConnections,
  PollConnection,
  StreamConnection,
  TabConnection,
} from '../../../src/protocol/consoleConnections.ts'
import { originOf } from '../deliveries/knownDeliveries.ts'
import { ago } from '../format/time.ts'

const WORDS: Readonly<Record<string, string>> = { initialising: 'loading', cached: 'from the cache', failed: 'failed' }

/** How a page gets its flags, in words. Its status alone does not tell: it is `live` while the stream is down, too. */
export function flagsOfTab(
  tab: TabConnection,
  { tabs, streams, polls }: Pick<ConsoleConnections, 'tabs' | 'streams' | 'polls'>,
  now: number,
): string {
  if (tab.flags !== 'live') return WORDS[tab.flags] ?? tab.flags
  const own = streams.filter((stream) => isStreamOf(stream, tab, tabs))
  // A page does not tell when its stream is back.
  if (own.some(({ endedAt }) => endedAt === undefined)) return 'streaming'
  const isDisconnected = own.length > 0 || hasBrokenStream(tab)
  const poll = polls.find(({ contextKey }) => isContextOf(contextKey, tab, tabs))
  const facts = [isDisconnected && 'stream disconnected', poll && pollText(poll, now)].filter(Boolean)
  return facts.length > 0 ? facts.join(', ') : 'received'
}

/** `polled 12 s ago`. */
export function pollText({ lastAt, lastStatus }: PollConnection, now: number): string {
  const isAnswered = lastStatus === 200 || lastStatus === 304
  return isAnswered ? `polled ${ago(lastAt, now)}` : `poll failed with status ${lastStatus}, ${ago(lastAt, now)}`
}

/** The clients that poll, and of which no page reports to the console. */
export function pollsOfNoTab({ tabs, polls }: Pick<ConsoleConnections, 'tabs' | 'polls'>): readonly PollConnection[] {
  return polls.filter(({ contextKey }) => !tabs.some((tab) => isContextOf(contextKey, tab, tabs)))
}

const hasBrokenStream = ({ problems = [] }: TabConnection) =>
  problems.some(({ message, endedAt }) => message.endsWith('(T94)') && endedAt === undefined)

/** The tabs of an origin share a stream. One that only announces changes has no context. */
function isStreamOf(
  { kind, origin, contextKey }: StreamConnection,
  tab: TabConnection,
  tabs: readonly TabConnection[],
) {
  if (kind === 'server' || origin !== originOf(tab.page)) return false
  return kind === 'notices' || isContextOf(contextKey, tab, tabs)
}

/** A page without a user has the flags of a visitor, whose key it does not tell: one that no other page names. */
function isContextOf(contextKey: string, { identity }: TabConnection, tabs: readonly TabConnection[]): boolean {
  return identity === null ? !tabs.some((tab) => tab.identity === contextKey) : contextKey === identity
}
