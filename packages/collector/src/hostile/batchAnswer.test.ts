import { expect, it } from 'vitest'
import { problemInAnswer } from './batchAnswer.ts'
import { LONG_TEXTS } from './oddTexts.ts'

const answer = (status: number, said: unknown = '', retryAfter?: string) => ({
  ...{ status, retryAfter, text: typeof said === 'string' ? said : JSON.stringify(said) },
})
const short = { body: '{}', count: 2 }
const long = { body: JSON.stringify(LONG_TEXTS), count: 2 }

it.each([
  ['all events are accepted', answer(202, { accepted: 1, known: 1 }), short],
  ['the store is busy, and says until when', answer(503, '', '5'), short],
  ['the batch may be too large', answer(413), { ...short, allowed: [413] }],
  ['an event with a long text is refused alone', answer(422, { stored: 1, refused: [{ id: 'x' }] }), long],
])('is content when %s', (_, given, posted) => {
  expect(problemInAnswer(given, posted)).toBeUndefined()
})

it.each([
  ['no answer', answer(0), short, /no answer/],
  ['a fault of the server', answer(500), short, /500/],
  ['a busy store that does not say until when', answer(503), short, /without Retry-After/],
  ['an event that is neither accepted nor known', answer(202, { accepted: 1, known: 0 }), short, /2 events/],
  ['an acknowledgement that is not JSON', answer(202, 'ok'), short, /2 events/],
  ['a refusal without need', answer(422, { stored: 1, refused: [{ id: 'x' }] }), short, /422/],
  ['a refusal that forgets an event', answer(422, { stored: 0, refused: [{ id: 'x' }] }), long, /2 events/],
  [
    'what objects inherit',
    answer(202, { accepted: 2, known: 0, constructor: 'function () { [native code] }' }),
    short,
    /inherit/,
  ],
])('finds %s', (_, given, posted, problem) => {
  expect(problemInAnswer(given, posted)).toMatch(problem)
})
