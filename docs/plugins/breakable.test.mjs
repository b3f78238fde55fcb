import { expect, test } from 'vitest'
import { breakable, breaksIn } from './breakable.mjs'

/** @param {string} text */
const broken = (text) => {
  const cuts = breaksIn(text)
  return [0, ...cuts].map((cut, index) => text.slice(cut, cuts[index] ?? text.length)).join('·')
}

test.each([
  ["'https://events.example.com/collect'", "'https://·events·.example·.com/·collect'"],
  ['waitForInitialization(timeoutSeconds?: number)', 'waitForInitialization(·timeoutSeconds?: number)'],
  ["document.querySelector('#root')!.textContent", "document·.querySelector('#root')!·.textContent"],
  ['process.env.NEXT_PUBLIC_TELLTALE_SERVICES', 'process.env·.NEXT_·PUBLIC_·TELLTALE_·SERVICES'],
  ["import { collector } from 'telltale/collector'", "import { collector } from 'telltale/collector'"],
  ['packages/telltale/src/layer/createTelltale.test.ts', 'packages/·telltale/·src/·layer/·createTelltale·.test.ts'],
])('%s may be broken at %s', (text, expected) => {
  expect(broken(text)).toBe(expected)
})

test('a word that consists of several elements is broken between them', () => {
  const span = (/** @type {string} */ value) => ({
    type: 'element',
    tagName: 'span',
    children: [{ type: 'text', value }],
  })
  const line = {
    type: 'element',
    tagName: 'div',
    children: [span('console.log('), span('telltale.diagnostics.dropped)')],
  }
  const [first, second] = breakable(line).children ?? []
  expect(first?.children?.map(({ value }) => value)).toEqual(['console', undefined, '.log(', undefined])
  expect(second?.children?.map(({ value }) => value)).toEqual([
    'telltale',
    undefined,
    '.diagnostics',
    undefined,
    '.dropped)',
  ])
})
