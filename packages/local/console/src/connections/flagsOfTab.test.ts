import { expect, test } from 'vitest'
import type { PollConnection, StreamConnection, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { flagsOfTab, pollsOfNoTab } from './flagsOfTab.ts'

const NOW = 100_000
const tab: TabConnection = {
  ...{ tab: 'a', page: 'http://desk.test/fleet', app: 'Desk', identity: 'dana', flags: 'live' },
  ...{ openedAt: 1, lastSeenAt: 1 },
}
const stream: StreamConnection = {
  ...{ id: 1, kind: 'flags', environment: 'desk', contextKey: 'dana', origin: 'http://desk.test' },
  ...{ since: 1, messages: 1 },
}
const poll: PollConnection = {
  ...{ protocol: 'evalx', environment: 'desk', contextKey: 'dana', count: 3 },
  ...{ firstAt: 1, lastAt: NOW - 12_000, lastStatus: 200 },
}
const broken = {
  where: 'flags',
  message: 'the stream is not connected (T94)',
  isError: true,
  since: 1,
  at: 2,
  times: 1,
}

test.each<[string, Partial<TabConnection>, readonly StreamConnection[], readonly PollConnection[], string]>([
  ['has an open stream', {}, [stream], [poll], 'streaming'],
  ['shares the stream of another tab of its origin', { page: 'http://desk.test/quotes' }, [stream], [], 'streaming'],
  ['has no stream and polls', {}, [], [poll], 'polled 12 s ago'],
  ['has only the stream of another user', {}, [{ ...stream, contextKey: 'aiko' }], [poll], 'polled 12 s ago'],
  ['has only the stream of another origin', {}, [{ ...stream, origin: 'http://shop.test' }], [poll], 'polled 12 s ago'],
  ['had a stream that has ended', {}, [{ ...stream, endedAt: 5 }], [poll], 'stream disconnected, polled 12 s ago'],
  ['says that its stream is broken', { problems: [broken] }, [], [], 'stream disconnected'],
  ['had a broken stream, which is back', { problems: [broken] }, [stream], [], 'streaming'],
  [
    'gets notices of changes and polls after each of them',
    {},
    [{ ...stream, kind: 'notices', contextKey: '' }],
    [poll],
    'streaming',
  ],
  ['polls in vain', {}, [], [{ ...poll, lastStatus: 503 }], 'poll failed with status 503, 12 s ago'],
  ['gets its flags from somewhere else', {}, [], [], 'received'],
  ['has those of an earlier visit', { flags: 'cached' }, [stream], [poll], 'from the cache'],
  ['could not get them', { flags: 'failed' }, [], [], 'failed'],
  ['waits for them', { flags: 'initialising' }, [], [], 'loading'],
  ['is of a later version', { flags: 'paused' }, [], [], 'paused'],
  [
    'has nobody signed in, and the stream of an unknown visitor',
    { identity: null },
    [{ ...stream, contextKey: 'v-7' }],
    [],
    'streaming',
  ],
  ['has nobody signed in, and there is only the stream of a user', { identity: null }, [stream], [], 'received'],
])('of a page that %s', (_, part, streams, polls, text) => {
  const tabs = [
    { ...tab, ...part },
    { ...tab, tab: 'b', identity: 'dana' },
  ]
  expect(flagsOfTab(tabs[0] as TabConnection, { tabs, streams, polls }, NOW)).toBe(text)
})

test('polls of clients that do not report to the console have no page', () => {
  const other = { ...poll, contextKey: 'job-1' }
  expect(pollsOfNoTab({ tabs: [tab], polls: [poll, other] })).toEqual([other])
  expect(pollsOfNoTab({ tabs: [{ ...tab, identity: null }], polls: [poll, other] })).toEqual([])
})
