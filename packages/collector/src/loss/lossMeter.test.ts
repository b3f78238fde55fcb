import { describe, expect, test } from 'vitest'
import type { PageNumbers } from '../store/store.ts'
import { lossReport } from './lossMeter.ts'
import { type Range, rangesIn } from './ranges.ts'

const NOW = 1_795_230_000_000
const MINUTE = 60_000
const times = { now: NOW, onTheWayMs: 10 * MINUTE, outstandingMs: 30 * 24 * 60 * MINUTE }
const upTo = (last: number, ...except: number[]) =>
  Array.from({ length: last }, (_, index) => index + 1)
    .filter((n) => !except.includes(n))
    .map((n): Range => [n, n])

/** A page that has ended an hour ago, with ten events, all of which are stored. */
const pageOf = (parts: Partial<Omit<PageNumbers, 'fates'>> = {}, fates: Record<string, string> = {}): PageNumbers => ({
  ...{
    page: 'p',
    app: 'Desk',
    engine: 'chromium',
    destination: 'collector',
    release: '7',
    last: 10,
    seenAt: NOW - 60 * MINUTE,
    arrived: upTo(10),
  },
  ...parts,
  fates: new Map(Object.entries(fates).map(([fate, text]) => [fate, rangesIn(text)])),
})

const all = { expected: 10, stored: 10, explained: {}, onTheWay: 0, outstanding: 0, unexplained: 0 }

describe('the meter of losses', () => {
  test.each<[string, PageNumbers, object]>([
    ['all events are stored', pageOf(), all],
    ['all are stored and acknowledged', pageOf({}, { delivered: '1-10' }), all],
    [
      'one that was acknowledged is not stored',
      pageOf({ arrived: upTo(10, 4) }, { delivered: '1-10' }),
      { ...all, stored: 9, unexplained: 1 },
    ],
    [
      'one that was acknowledged is not stored, although the page delivers still',
      pageOf({ arrived: upTo(10, 4), seenAt: NOW }, { delivered: '1-5' }),
      { ...all, stored: 9, unexplained: 1 },
    ],
    [
      'a step has dropped two',
      pageOf({ arrived: upTo(10, 2, 3) }, { delivered: '1,4-10', filtered: '2-3' }),
      { ...all, stored: 8, explained: { filtered: 2 } },
    ],
    ['one was refused, and has arrived later', pageOf({}, { delivered: '1-10', refused: '5' }), all],
    [
      'one was refused and then acknowledged, and is not stored',
      pageOf({ arrived: upTo(10, 5) }, { delivered: '1-10', refused: '5' }),
      { ...all, stored: 9, unexplained: 1 },
    ],
    [
      'the last ones may be under way',
      pageOf({ arrived: upTo(7), seenAt: NOW - 9 * MINUTE }, { delivered: '1-5' }),
      { ...all, stored: 7, onTheWay: 3 },
    ],
    [
      'the last ones are in a browser',
      pageOf({ arrived: upTo(7) }, { delivered: '1-7' }),
      { ...all, stored: 7, outstanding: 3 },
    ],
    [
      'the last ones have been in a browser for too long',
      pageOf({ arrived: upTo(7), seenAt: NOW - 31 * 24 * 60 * MINUTE }),
      { ...all, stored: 7, unexplained: 3 },
    ],
    [
      'several reasons are told of one event',
      pageOf({ arrived: upTo(10, 1, 2, 3) }, { filtered: '1-2', 'over-budget': '2-3' }),
      { ...all, stored: 7, explained: { filtered: 2, 'over-budget': 1 } },
    ],
    [
      'another page has delivered numbers above the latest that the page has told',
      pageOf({
        last: 2,
        arrived: [
          [1, 2],
          [9, 10],
        ],
      }),
      { ...all, stored: 4, outstanding: 6 },
    ],
    ['a number is stored twice', pageOf({ arrived: [...upTo(10), [3, 3], [3, 3]] }), all],
    [
      'nothing is stored of a page with a number that is too high to count one by one',
      pageOf({ last: 999_999_999, arrived: [] }),
      { ...all, expected: 999_999_999, stored: 0, outstanding: 999_999_999 },
    ],
  ])('%s', (_, page, expected) => {
    const { by: _by, pages: _pages, ...sums } = lossReport([page], times)
    expect(sums).toEqual(expected)
    const parts = [sums.stored, sums.onTheWay, sums.outstanding, sums.unexplained, ...Object.values(sums.explained)]
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(sums.expected)
  })

  test('a report has the sums by application, release, engine and hour, and names the numbers that are missing', () => {
    const report = lossReport(
      [
        pageOf({ page: 'a', arrived: upTo(10, 3, 4, 8), release: '8' }, { delivered: '1-10' }),
        pageOf({ page: 'b', engine: 'webkit', destination: 'archive' }),
        pageOf({ page: 'c', arrived: upTo(9), engine: 'webkit' }),
      ],
      times,
    )
    expect(report).toMatchObject({ expected: 30, stored: 26, unexplained: 3, outstanding: 1 })
    expect(report.by.release).toMatchObject({
      7: { expected: 20, unexplained: 0 },
      8: { expected: 10, unexplained: 3 },
    })
    expect(report.by.engine).toMatchObject({ chromium: { unexplained: 3 }, webkit: { outstanding: 1 } })
    expect(report.by.destination).toMatchObject({
      collector: { unexplained: 3 },
      archive: { expected: 10, unexplained: 0 },
    })
    expect(Object.keys(report.by.hour)).toEqual(['2026-11-21T02'])
    expect(report.pages.map(({ page, missing }) => [page, missing])).toEqual([
      ['a', '3-4,8'],
      ['c', '10'],
    ])
  })
})

test.each([
  ['1', [[1, 1]]],
  [
    '1-40,42',
    [
      [1, 40],
      [42, 42],
    ],
  ],
  ['', []],
  ['1-', []],
  ['a', []],
  ['1,,2', []],
  ['1e9', []],
  ['9999999999', []],
  [5, []],
  [null, []],
  [{}, []],
])('the text %j of numbers is read as %j', (text, expected) => {
  expect(rangesIn(text)).toEqual(expected)
})

describe('what strangers have posted', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

  test.each(NAMES)('a name or a reason such as %s is counted as any other, and changes no object', (name) => {
    const page = pageOf({ app: name, destination: name, release: name, engine: name, arrived: upTo(9) })
    const report = lossReport([{ ...page, fates: new Map([[name, [[10, 10]]]]) }, pageOf()], times)
    const read = JSON.parse(JSON.stringify(report)) as typeof report
    for (const group of ['app', 'destination', 'release', 'engine'] as const)
      expect(new Map(Object.entries(read.by[group])).get(name)).toMatchObject({ expected: 10, stored: 9 })
    expect(Object.entries(read.explained)).toEqual([[name, 1]])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>)['expected']).toBeUndefined()
  })

  test('a page about which hundreds of thousands of ranges were told is read as any other', () => {
    const everyThird = (from: number) =>
      Array.from({ length: 50_000 }, (_, index): Range => [index * 3 + from, index * 3 + from])
    const fates = new Map([
      ['filtered', everyThird(1)],
      ['refused', everyThird(2)],
    ])
    const report = lossReport([{ ...pageOf({ arrived: [] }), fates }], times)
    expect(report).toMatchObject({
      expected: 149_999,
      explained: { filtered: 50_000, refused: 50_000 },
      outstanding: 49_999,
    })
  })
})
