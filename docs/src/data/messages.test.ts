import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { messageFaults } from './messageFaults.ts'
import { MESSAGES } from './messages.ts'
import { textsIn, textsOfSources } from './textsOfSources.ts'

/** Why these messages end without their codes. */
const WITHOUT_CODE = {
  T31: 'The specification quotes it, in §5 and §8: ‘Cannot boot Launch Darkly: client side id is not set!’.',
  T48: 'The specification quotes it, in §8: ‘useHeaperIdentity() error’. The reason that follows has its code.',
  T111: 'The specification quotes it, in §8: ‘waitForInitialization timed out after N seconds’.',
}

/** A sentence that has its code follows. */
const BEGINNINGS = [
  'the user is unknown: …',
  'who-am-i is asked again: …',
  'Telltale cannot start. …',
  'Cannot boot Launch Darkly: …',
  'The client-side ID "…": …',
]

/** Values of the wire, texts of the screen, and errors that the library catches itself. */
const NO_MESSAGES = [
  'use client',
  'Mobile App',
  'Page viewed',
  'Flag shown',
  'Visitor signed in',
  'Consent changed',
  'Web vital',
  // Parts of a stack trace, and the message of an error that a browser hides.
  'at …:…:…',
  'Caused by:',
  'Script error of another origin',
  'unknown impersonator',
  '… as …',
  'Bearer …',
  'Basic …',
  '[object Object]',
  'not identified',
  // The name of a source.
  'ofrep …',
  'aborted',
  // What a destination has answered, as the console of the local services shows it.
  'status …',
  ' with a page',
  ', which asks to wait … s',
  'a redirect',
  'it gives no reason',
  'no answer within … s',
  // Why an event is in `telltale.refused`.
  'larger than … kB, the most that an event has in the format of Segment',
  // Reasons in the result of `flush`.
  'the layer is closed',
  'the code that delivers events has not loaded',
  'its script is not ready',
  'it has not answered yet',
  'the user has not allowed it',
  'the user is not known yet',
  'the flags of the user are not there yet',
  'no connection (its server is down, or CORS or a blocker forbids it)',
  'the batch is too large',
  'the connection broke before the end of the answer',
]

const exceptions = { withoutCode: Object.keys(WITHOUT_CODE), beginnings: BEGINNINGS, noMessages: NO_MESSAGES }
const entries = MESSAGES.flatMap(({ messages }) => messages)

test('each message of the library ends with a code, whose entry on the page of messages has its words, and each entry is a message of the library', () => {
  expect(messageFaults(textsOfSources(), { entries }, exceptions)).toEqual([])
})

test('each message on the page has a cause and a remedy', () => {
  expect(entries.filter(({ cause, remedy }) => !cause.endsWith('.') || !remedy.endsWith('.'))).toEqual([])
})

test('no message is on the page twice', () => {
  expect(new Set(entries.map(({ text }) => text)).size).toBe(entries.length)
})

test('each group of messages is on the page', () => {
  const page = readFileSync(join(import.meta.dirname, '../content/docs/reference/messages.mdx'), 'utf8')
  expect(MESSAGES.filter(({ title }) => !page.includes(`## ${title}\n\n<Messages of="${title}" />`))).toEqual([])
})

describe('the check of messages finds', () => {
  const good = { cause: 'It.', remedy: 'Do.' }
  const one = { code: 'T20', text: 'One is wrong', ...good }
  const two = { code: 'T21', text: 'Two … wrong', parts: ['is very'], ...good }
  const fixed = { code: 'T22', text: 'Fixed words', isWithoutCode: true as const, ...good }
  const all = { entries: [one, two, fixed] }
  const texts = ['One is wrong (T20)', 'Two … wrong (T21)', ' is very', 'Fixed words', 'Start: …', 'no message']
  const but = { withoutCode: ['T22'], beginnings: ['Start: …'], noMessages: ['no message'] }

  it('nothing where each message has its code and its entry', () => {
    expect(messageFaults(texts, all, but)).toEqual([])
  })

  it.each([
    ['a message without a code', 'Three are wrong', '“Three are wrong” does not end with a code.'],
    ['a message with something after its code', 'One (T20) is', '“One (T20) is” does not end with a code.'],
    ['a message whose code has no entry', 'Three (T23)', '“Three (T23)” has no entry.'],
    [
      'a message with the code of another one',
      'Two … wrong (T20)',
      '“Two … wrong (T20)” has the code of another message: “One is wrong”.',
    ],
    [
      'a message with a code although its words are fixed',
      'Fixed words (T22)',
      '“Fixed words (T22)” ends with its code, but its words are fixed.',
    ],
  ])('%s', (_title, text, fault) => {
    expect(messageFaults([...texts, text], all, but)).toEqual([fault])
  })

  it.each([
    [
      'an entry without a message',
      { entries: [...all.entries, { ...one, code: 'T23', text: 'Gone' }] },
      ['T23 is no message of the library: “Gone”.'],
    ],
    [
      'an entry with other words than the message',
      { entries: [{ ...one, text: 'One was wrong' }, two, fixed] },
      [
        '“One is wrong (T20)” has the code of another message: “One was wrong”.',
        'T20 is no message of the library: “One was wrong”.',
      ],
    ],
    ['a code that two entries have', { entries: [...all.entries, one] }, ['T20 is used twice.']],
    [
      'a part that the library does not have',
      { entries: [one, { ...two, parts: ['is very', 'is not'] }, fixed] },
      ['T21 has a part that is no text of the library: “is not”.'],
    ],
    [
      'parts of a message in which nothing varies',
      { entries: [{ ...one, parts: ['is very'] }, two, fixed] },
      ['T20 has parts, and no place for them.'],
    ],
  ])('%s', (_title, change, faults) => {
    expect(messageFaults(texts, { ...all, ...change }, but)).toEqual(faults)
  })

  it.each([
    [
      'an entry without a code for which there is no reason',
      { withoutCode: [] },
      'T22 is without its code for no reason.',
    ],
    ['a reason for a message that ends with its code', { withoutCode: ['T20', 'T22'] }, 'T20 is no exception.'],
    [
      'an exception that the library does not have',
      { noMessages: ['no message', 'gone'] },
      '“gone” is an exception that the library does not have.',
    ],
  ])('%s', (_title, change, fault) => {
    expect(messageFaults(texts, all, { ...but, ...change })).toEqual([fault])
  })
})

describe('the texts of the library', () => {
  it('are its sentences, with constants written out and the mark for what varies', () => {
    const files = {
      'a.ts': "export const END = 'two words'\nconst same = `It is ${value}`\nconst shown = `${same}, and ${END}`",
      'b.tsx': "import { END } from './a b.ts'\nconst shown = <p title={`So ${END} (T20)`} />\nconst word = 'one'",
    }
    expect(textsIn(files)).toEqual(['It is …, and two words', 'So two words (T20)'])
  })

  it('do not write out a name that has two meanings in a file', () => {
    const code = "() => { const end = 'two words' }\n() => { const end = value\nreturn `So ${end} it is` }"
    expect(textsIn({ 'a.ts': code })).toEqual(['two words', 'So … it is'])
  })

  it('include what is thrown, and what has a code, though it is not two words', () => {
    expect(textsIn({ 'a.ts': "throw new TypeError('gone')" })).toEqual(['gone'])
    expect(textsIn({ 'a.ts': "throw new Error('Gone (T20)')" })).toEqual(['Gone (T20)'])
    expect(textsIn({ 'a.ts': 'throw new Error(`${what}: ${why}. (T20)`)' })).toEqual(['…: …. (T20)'])
  })
})
