import { expect, it } from 'vitest'
import { countsOf, problemsInLoss, uncountedIn } from './lossAnswer.ts'

const none = { expected: 0, stored: 0, explained: {}, onTheWay: 0, outstanding: 0, unexplained: 0 }
const honest = { ...none, expected: 3, stored: 3 }
const right = {
  ...honest,
  by: { app: { Quotes: honest }, destination: {}, release: {}, engine: {}, hour: {} },
  pages: [],
}
const changed = (fields: object) => JSON.stringify({ ...right, ...fields })
const ofApp = (counts: object) => changed({ by: { ...right.by, app: { Quotes: counts } } })
const problems = (text: string) => problemsInLoss(text, { app: 'Quotes', sent: 3 })

it('finds nothing wrong with a right answer', () => {
  expect(problems(JSON.stringify(right))).toEqual([])
  const named = JSON.stringify(right).replace('"release":{}', `"release":{"__proto__":${JSON.stringify(none)}}`)
  expect(problems(named)).toEqual([])
  expect(countsOf(JSON.parse(named), { group: 'release', name: '__proto__' })).toEqual(none)
})

it.each([
  ['no JSON', '<html>', /not JSON/],
  ['no object', '[]', /no object/],
  ['a sum that is not that of its classes', changed({ expected: 4 }), /expects 4 events in all/],
  ['a count that is no number', changed({ stored: null }), /stored: null/],
  ['a count without its group', changed({ by: { ...right.by, hour: undefined } }), /no counts by hour/],
  [
    'a reason that objects inherit',
    changed({ explained: { x: 'function Object() { [native code] }1' } }),
    /native code/,
  ],
  ['a page that is not there', changed({ by: { ...right.by, app: {} } }), /does not have the application/],
  ['pages that are not counted', changed({ uncountedPages: 2 }), /has not counted 2 pages/],
  ['an event that is not stored', ofApp({ ...honest, stored: 2, outstanding: 1 }), /honest page/],
  ['an event too many', ofApp({ ...honest, expected: 4, stored: 4 }), /honest page/],
])('finds %s', (_, text, problem) => {
  expect(problems(text)).toContainEqual(expect.stringMatching(problem))
})

it('reads how many pages are not counted, and takes no reason of this name for them', () => {
  expect(uncountedIn(changed({ uncountedPages: 2 }))).toBe(2)
  expect(uncountedIn(changed({ explained: { uncountedPages: 3 } }))).toBe(0)
  expect(uncountedIn('<html>')).toBe(0)
})

it('takes nothing that objects inherit for counts', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(countsOf(right, { group: 'app', name }), name).toBeUndefined()
})
