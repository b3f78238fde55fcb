import { expect, test } from 'vitest'
import { lossFigures } from './lossFigures.ts'

const NOW = 100_000
const loss = { expected: 9, stored: 9, explained: {}, onTheWay: 0, outstanding: 0, unexplained: 0, pages: [] }
const nothing = {
  count: 0,
  pages: 0,
  since: undefined,
  left: 0,
  stopped: { pages: 0, events: 0 },
  refused: 0,
  dropped: 0,
}
const waiting = { ...nothing, count: 7, pages: 2, since: NOW - 60_000 }

test.each([
  ['nothing is lost, and nothing waits', loss, nothing, ['0 lost']],
  ['events have waited only for a moment', loss, { ...waiting, since: NOW - 1000 }, ['0 lost']],
  ['events wait, and no 0 says that all is well', loss, waiting, ['7 waiting: warning']],
  ['events wait, and the collector was never told anything', undefined, waiting, ['7 waiting: warning']],
  ['events are lost', { ...loss, unexplained: 4 }, nothing, ['4 lost: alarm']],
  ['events are lost, and others wait', { ...loss, unexplained: 4 }, waiting, ['4 lost: alarm', '7 waiting: warning']],
  [
    'events were given up for a known reason',
    { ...loss, explained: { 'over-budget': 2, filtered: 9 } },
    nothing,
    ['2 dropped: warning'],
  ],
  ['events were refused', { ...loss, explained: { refused: 3 } }, nothing, ['3 refused: warning']],
  ['events were dropped on purpose', { ...loss, explained: { filtered: 9, 'not-accepted': 1 } }, nothing, ['0 lost']],
  ['a browser whose page is closed has events', loss, { ...nothing, left: 3 }, ['3 waiting']],
  [
    'a page has stopped with events',
    loss,
    { ...nothing, left: 3, stopped: { pages: 1, events: 2 } },
    ['3 waiting: warning'],
  ],
  ['events wait, and others are left behind', loss, { ...waiting, left: 3 }, ['10 waiting: warning']],
  [
    'a page has told that events were refused, and the collector does not know',
    loss,
    { ...nothing, refused: 2 },
    ['2 refused: warning'],
  ],
  [
    'a page and the collector know of the same',
    { ...loss, explained: { refused: 3 } },
    { ...nothing, refused: 2 },
    ['3 refused: warning'],
  ],
  ['nothing is known yet', undefined, nothing, []],
])('the head, when %s', (_, counted, waits, expected) => {
  const figures = lossFigures(counted, waits, NOW)
  expect(figures.map(({ count, name, tone }) => `${count} ${name}${tone === 'calm' ? '' : `: ${tone}`}`)).toEqual(
    expected,
  )
})
