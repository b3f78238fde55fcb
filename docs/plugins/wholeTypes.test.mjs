import { expect, test } from 'vitest'
import { wholeTypes } from './wholeTypes.mjs'

/** @typedef {import('./breakable.mjs').Node} Node */

const text = (/** @type {string} */ value) => ({ type: 'text', value })
/** @param {string} tagName @param {Node[]} children @returns {Node} */
const element = (tagName, ...children) => ({ type: 'element', tagName, children })
const code = (/** @type {string} */ value) => element('code', text(value))

/** @param {Node[]} children */
function cellOf(...children) {
  const cell = element('td', ...children)
  wholeTypes()(element('table', cell), { path: '/docs/reference/api/telltale.md' })
  return cell
}

test('a type of several names and its punctuation is one piece of code, which keeps its links', () => {
  const type = [code('Promise'), text('<'), element('a', code('Json')), text('>')]
  expect(cellOf(...type)).toEqual(
    element('td', element('code', text('Promise'), text('<'), element('a', text('Json')), text('>'))),
  )
})

test('a union begins with its first type', () => {
  expect(cellOf(text('| '), code('string'), text(' | '), code('null'))).toEqual(
    element('td', element('code', text(''), text('string'), text(' | '), text('null'))),
  )
})

test.each([
  ['one name', [code('string')]],
  ['a sentence', [text('The flags of '), code('user'), text('.')]],
  ['nothing', [text('-')]],
])('a cell with %s is left as it is', (_, cell) => {
  expect(cellOf(...cell)).toEqual(element('td', ...cell))
})
