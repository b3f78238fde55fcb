import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { firstPartOf, proseOf, sentencesOf, wordsOf } from './prose.mjs'

const CONTENT = 'docs/src/content/docs'
/** Five minutes of reading. */
const MOST_WORDS = 900
/** The limit for one sentence. Write one idea in each, and split at 20 words. */
const LONGEST_SENTENCE = 30

const filesIn = (/** @type {string} */ folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`)
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')

/** The pages that newcomers read. */
const READ_FIRST = [
  'README.md',
  `${CONTENT}/index.mdx`,
  ...filesIn(`${CONTENT}/start`),
  ...[
    ...['events.md', 'feature-flags.md', 'react.md', 'testing.mdx', 'next.mdx', 'who-am-i.md', 'run-a-collector.md'],
    ...['privacy.md', 'init.md', 'local-development.md'],
  ].map((guide) => `${CONTENT}/guides/${guide}`),
]

test.each(filesIn(`${CONTENT}/guides`))('a reader does the task of a guide after at most 900 words: %s', (path) => {
  const words = wordsOf(proseOf(firstPartOf(read(path))))
  // Move what goes deeper to a page of its own, or below the heading `## In depth`.
  expect(words).toBeLessThanOrEqual(MOST_WORDS)
})

test.each(READ_FIRST)('a page that is read first has no sentence of more than 30 words: %s', (path) => {
  expect(sentencesOf(proseOf(read(path))).filter((sentence) => wordsOf(sentence) > LONGEST_SENTENCE)).toEqual([])
})

test('code, tables, comments and what stands in depth are not among the words of a first part', () => {
  const guide = `---
title: Four words of title
---

One [two](/three/) \`four five\`.

<!-- hidden words -->

\`\`\`ts
const words = 4
\`\`\`

| a table | of words |
| --- | --- |

## In depth

More words.
`
  expect(wordsOf(proseOf(firstPartOf(guide)))).toBe(4)
})

test('a sentence ends at a mark, at an item of a list and at a heading, and inline code is one word', () => {
  const prose =
    'Is `a b c` one? It is, e.g. here. `d` begins.\n\n## A heading\n\nA list:\n- One item\n- another\n  one\n'
  expect(sentencesOf(prose)).toEqual([
    'Is `code` one?',
    'It is, e.g. here.',
    '`code` begins.',
    'A heading',
    'A list:',
    'One item',
    'another one',
  ])
})
