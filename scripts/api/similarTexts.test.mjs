import { expect, test } from 'vitest'
import { similarTexts } from './similarTexts.mjs'

const LONG = 'Posts batches to a URL. The statuses 401, 403, 404, 408, 425 and 429 are retried as well.'

test.each([
  ['are similar if they are equal', LONG, LONG, true],
  [
    'are similar if only case, line breaks and punctuation differ',
    LONG,
    LONG.toUpperCase().replaceAll(' ', '\n * '),
    true,
  ],
  ['are similar if one of them has drifted', LONG, LONG.replace('and 429 are', '429 and 5xx are'), true],
  [
    'are not similar if they say something else',
    LONG,
    'Calls the script of the vendor, once it has loaded, with the user and the events that wait for it.',
    false,
  ],
  [
    'are not similar if one of them says much more',
    LONG,
    `${LONG} An event that is too large for every batch is refused, and all others are sent without it.`,
    false,
  ],
  ['are not compared if they are short', 'The key of the flag.', 'The key of the flag.', false],
])('two texts %s', (_, text, other, areSimilar) => {
  const hovers = [
    { name: 'one', text },
    { name: 'other', text: other },
  ]
  expect(similarTexts(hovers)).toEqual(areSimilar ? [['one', 'other']] : [])
})
