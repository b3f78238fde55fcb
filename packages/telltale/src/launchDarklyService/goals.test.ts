import { expect, test } from 'vitest'
import { matchesUrl } from './goals.ts'

const rules = {
  exact: { kind: 'exact', url: 'https://a.test/x?q=1#h' },
  canonical: { kind: 'canonical', url: 'https://a.test/x' },
  substring: { kind: 'substring', substring: '/x/y' },
  regex: { kind: 'regex', pattern: '^https://a\\.test/\\d+(#/\\d)?$' },
}

test.each<[keyof typeof rules, string, boolean]>([
  ['exact', 'https://a.test/x?q=1#h', true],
  ['exact', 'https://a.test/x?q=1#h/', true],
  ['exact', 'https://a.test/x?q=1', false],
  ['exact', 'https://a_test/x?q=1#h', false],
  ['canonical', 'https://a.test/x', true],
  ['canonical', 'https://a.test/x/', true],
  ['canonical', 'https://a.test/x?q=2#/route', true],
  ['canonical', 'https://a.test/x/y', false],
  ['substring', 'https://a.test/x/y/z', true],
  ['substring', 'https://a.test/?q=/x/y', false],
  ['substring', 'https://a.test/#/x/y', true],
  ['substring', 'https://a.test/?q#/x/y', true],
  ['regex', 'https://a.test/12?q#top', true],
  ['regex', 'https://a.test/12#/3', true],
  ['regex', 'https://a.test/12#/x', false],
])('%s: %s is %s', (kind, href, isMatch) => {
  expect(matchesUrl(rules[kind], href)).toBe(isMatch)
})

test('an invalid pattern and an unknown kind match nothing', () => {
  expect(matchesUrl({ kind: 'regex', pattern: '(' }, 'https://a.test/(')).toBe(false)
  expect(matchesUrl({ kind: 'made-up', url: 'https://a.test/' }, 'https://a.test/')).toBe(false)
})
