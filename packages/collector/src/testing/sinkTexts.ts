import assert from 'node:assert/strict'
import type { Application, EventSink } from '../store/store.ts'
import { asTold, type Case } from './check.ts'
import { batchOf, eventOf, START } from './events.ts'
import { assertAll } from './sinkCopies.ts'
import { isReadable, readOn } from './reading.ts'

/** Texts that some database, driver or text protocol has changed once. */
export const TEXTS: readonly string[] = [
  "Robert'); DROP TABLE events;--",
  `quotes ' " \` ´ ’ and "" '' twice`,
  'backslashes \\ \\\\ \\n \\x00 \\u0041 and \\',
  'percent % %s %d %00, underscore _, question ? ?1, dollar $1 $$ ${x}, colon :name, at @name',
  'braces {} {{}} [], commas , ; and | tabs \t lines \n \r\n \r',
  'null',
  'NULL',
  'true',
  '0',
  '-0',
  '1e3',
  '{}',
  '[]',
  '',
  ' ',
  '  two  spaces  ',
  '__proto__',
  'constructor',
  'toString',
  'Ünïcödé ß ẞ ı İ ſ',
  'e\u0301 is not \u00e9',
  '\u212b is not \u00c5',
  'Ελληνικά Русский עברית العربية हिन्दी ไทย 한국어 日本語 中文 ᏣᎳᎩ',
  '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇪🇺 \u{10ffff} 𝒳 𠮷',
  '\ufeff mark, \u200b zero width, \u202e right to left, \ufffd replaced, \uffff no character',
  '\u0001\u0002\u0007\u0008\u000b\u001b\u001f\u007f\u0085\u2028\u2029',
]

/** What was given comes back as it was. */
export const sinkTexts: readonly Case<EventSink>[] = [
  {
    name: 'gives back every text as it came',
    async run(trial) {
      const { store } = trial
      const events = TEXTS.map((text, n) =>
        eventOf(n, {
          name: text,
          person: text,
          impersonator: text,
          visitor: text,
          session: text,
          page: text,
          n: n + 1,
          accounts: [[text, text]],
          // A body that is written in another way than JSON.stringify does is not to be written anew.
          body: `{ "text" : ${JSON.stringify(text)}, "number": 1.0e2,  "b": 1, "a": "\\u0041\\/" }`,
        }),
      )
      assertAll(await store.append(batchOf(events)), asTold(trial, 'new'), TEXTS.length)
      if (isReadable(store)) {
        const bodies = new Map((await readOn(store)).map(({ id, body }) => [id, body]))
        for (const { id, body } of events) {
          assert.equal(bodies.get(id), body)
        }
      }
    },
  },
  {
    name: 'gives back the application and the time of arrival',
    async run(trial) {
      const { store } = trial
      const applications: readonly Application[] = [
        { name: 'Quotes' },
        { name: 'Quotes', platform: 'web' },
        { name: 'Quotes', promotion: 'staging' },
        { name: 'Quotes', platform: 'web', promotion: 'production' },
        ...TEXTS.map((text) => ({ name: text, platform: text, promotion: text })),
      ]
      const times = [0, 1, START, START + 1, 4_102_444_800_000]
      const batches = applications.map((app, n) =>
        batchOf([eventOf(n)], { app, receivedAt: times[n % times.length] ?? START }),
      )
      // At the same moment, so that batches of several applications are written together.
      const answers = await Promise.all(batches.map((batch) => store.append(batch)))
      assertAll(answers.flat(), asTold(trial, 'new'), batches.length)
      if (isReadable(store)) {
        const stored = new Map((await readOn(store)).map((event) => [event.id, event]))
        for (const { app, receivedAt, events } of batches) {
          const event = stored.get(events[0]?.id ?? '')
          assert.deepEqual({ app: event?.app, receivedAt: event?.receivedAt }, { app, receivedAt })
        }
      }
    },
  },
  {
    // An event of a clock that is wrong is an event: nobody can set the clock of its page right afterwards.
    name: 'stores events of every clock and of high numbers',
    async run(trial) {
      const { store } = trial
      const times = [0, -1, 1.5, START + 0.123, 8.64e15, -8.64e15, Date.UTC(1601, 0), Date.UTC(9999, 11, 31)]
      const clocks = [0, -8.64e15, 8.64e15, 0.5, -3_600_000]
      const batches = clocks.map((clockAheadMs, i) =>
        batchOf(
          times.map((happenedAt, j) => eventOf(i * 100 + j, { happenedAt })),
          { clockAheadMs },
        ),
      )
      const answers = await Promise.all(batches.map((batch) => store.append(batch)))
      assertAll(answers.flat(), asTold(trial, 'new'), times.length * clocks.length)
      const numbers = [2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]
      const high = batchOf(numbers.map((n, i) => eventOf(1_000 + i, { page: 'page', n })))
      assertAll(await store.append(high), asTold(trial, 'new'), numbers.length)
      if (isReadable(store)) {
        const [page] = await store.numbers()
        assert.deepEqual(page?.arrived, [
          [2 ** 31 - 1, 2 ** 31],
          [2 ** 32, 2 ** 32],
          [2 ** 53 - 1, 2 ** 53 - 1],
        ])
        assert.equal(page.last, Number.MAX_SAFE_INTEGER)
      }
    },
  },
]
