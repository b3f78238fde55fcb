import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collector } from '../collector.ts'
import { httpDestination, type BatchFormat } from '../http.ts'
import { BROKEN_DESTINATIONS } from './brokenDestinations.suite.ts'
import { ownDestination } from './ownDestination.suite.ts'
import { testDestination } from './testDestination.ts'

const { debug } = console
beforeAll(() => void (console.debug = () => {}))
afterAll(() => void (console.debug = debug))

const lines: BatchFormat = {
  encode: (events) => ({
    body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    contentType: 'application/x-ndjson',
  }),
}

const bytes: BatchFormat = {
  encode: (events) => ({
    body: new TextEncoder().encode(JSON.stringify(events)),
    contentType: 'application/octet-stream',
  }),
}

const url = 'https://collector.test/events'

describe.each([
  [
    'an application with all methods',
    () =>
      ownDestination(() => ({
        batchSize: 2,
        accepts: () => true,
        whenReady: () => Promise.resolve(),
        async stop() {},
      })),
  ],
  ['collector with its options', () => collector({ url, gzip: true, flagSets: true })],
  ['httpDestination with a format of texts', () => httpDestination({ name: 'lines', url }, lines)],
  ['httpDestination with a format of bytes', () => httpDestination({ name: 'bytes', url, gzip: true }, bytes)],
])('the destination of %s', (_name, create) => {
  for (const { name, run } of testDestination(create)) it(name, run)
})

it.each(BROKEN_DESTINATIONS)(
  'the check "%s" alone fails, with a sentence, for a destination that %s',
  async (title, _defect, start) => {
    const failed: (readonly [name: string, reason: unknown])[] = []
    for (const [index, { name }] of testDestination(start()).entries()) {
      // Each check begins with a new module of the application.
      const check = testDestination(start())[index]
      await check?.run().catch((reason: unknown) => failed.push([name, reason]))
    }
    expect(failed).toEqual([[title, expect.objectContaining({ message: expect.stringMatching(/^[A-Z0-9].*[.]/) })]])
  },
)
