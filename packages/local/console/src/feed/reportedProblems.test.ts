import { expect, test } from 'vitest'
import { currentText, reportedProblems } from './reportedProblems.ts'

const problem = (message: string, at: number) => ({ where: 'track', message, isError: true, since: 1, at, times: 1 })
const tab = (name: string, ...problems: readonly ReturnType<typeof problem>[]) => ({
  ...{ tab: name, page: 'http://desk.test/', app: 'Desk', identity: null, flags: 'live', openedAt: 1, lastSeenAt: 1 },
  ...(problems.length > 0 && { problems }),
})

test('those of pages that are gone or quiet are marked, and the latest come first', () => {
  const all = reportedProblems({
    tabs: [tab('two', problem('b', 2)), { ...tab('three', problem('d', 4)), isQuiet: true }],
    gone: [tab('one', problem('a', 1), problem('c', 3))],
  })
  expect(all.map(({ message, presence, at }) => [message, presence, at])).toEqual([
    ['d', 'quiet', 4],
    ['c', 'gone', 3],
    ['b', 'heard', 2],
    ['a', 'gone', 1],
  ])
})

test('only the latest are kept', () => {
  const many = Array.from({ length: 300 }, (_, at) => problem(`${at}`, at))
  const kept = reportedProblems({ tabs: [tab('one', ...many)], gone: [] })
  expect([kept.length, kept[0]?.message]).toEqual([200, '299'])
})

test('a message is the same whatever number of events waits', () => {
  expect(currentText('no answer. Events that wait: 12 (T67)')).toBe('no answer. (T67)')
  expect(currentText('Events that wait: 12, they say')).toBe('Events that wait: 12, they say')
})
