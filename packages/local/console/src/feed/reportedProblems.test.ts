import { expect, test } from 'vitest'
import { withoutCount, withProblems } from './reportedProblems.ts'

const problem = (message: string, at: number) => ({ where: 'track', message, isError: true, since: 1, at, times: 1 })
const tab = (name: string, ...problems: readonly ReturnType<typeof problem>[]) => ({
  ...{ tab: name, page: 'http://desk.test/', app: 'Desk' },
  ...(problems.length > 0 && { problems }),
})

test('what a page has reported stays known when the page is gone', () => {
  const first = withProblems([], [tab('one', problem('a', 1)), tab('two', problem('b', 2))])
  const closed = withProblems(first, [tab('two', problem('b', 3))])
  expect(closed.map(({ message, isGone, at }) => [message, isGone, at])).toEqual([
    ['b', false, 3],
    ['a', true, 1],
  ])
})

test('what an open page reports no longer is forgotten', () => {
  expect(withProblems(withProblems([], [tab('one', problem('a', 1))]), [tab('one')])).toEqual([])
})

test('only the latest are kept', () => {
  const many = Array.from({ length: 300 }, (_, at) => problem(`${at}`, at))
  const kept = withProblems([], [tab('one', ...many)])
  expect([kept.length, kept[0]?.message]).toEqual([200, '299'])
})

test('a message is the same whatever number of events waits', () => {
  expect(withoutCount('no answer. Events that wait: 12 (T67)')).toBe('no answer. (T67)')
  expect(withoutCount('Events that wait: 12, they say')).toBe('Events that wait: 12, they say')
})
