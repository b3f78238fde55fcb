import type { AnalyticsEvent } from '../core/model/event.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import type { DestinationCheck } from './destinationChecks.ts'
import type { DestinationBench, SentRequest } from './destinationBench.ts'
import { expectArrival, expectNoRefusal, fail } from './destinationExpectations.ts'
import { expectSecrecy } from './expectSecrecy.ts'

const HTML = '<!doctype html><html><title>Not the service</title></html>'

/** The answer of a proxy: what is between a page and its service writes HTML. */
const page = (status: number, headers: Readonly<Record<string, string>> = {}): FakeAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: HTML,
})

const RETRY_AFTER_MS = 200_000

/** The checks of a destination that sends its events in requests. */
export const REQUEST_CHECKS: readonly DestinationCheck[] = [
  [
    'events wait while the network is down',
    keepsAt(
      ['network'],
      'Catch the rejection of `fetch`, and return { outcome: "retry" }: a rejection of `deliver` counts against the events.',
    ),
  ],
  [
    'events wait while the service fails',
    keepsAt(
      [page(500), page(502), page(503), page(504), page(408)],
      'Return { outcome: "retry" } after a status of 500 or more, and after 408. Look at the status before you read the body: a proxy answers with HTML.',
    ),
  ],
  [
    'events wait while the service does not let the application in',
    keepsAt(
      [page(401), page(403)],
      'Return { outcome: "retry" } after 401 and 403: the fault is not that of the events.',
    ),
  ],
  [
    'events wait while a redirect leads to a sign-in page',
    keepsAt(
      [{ status: 302, headers: { location: 'https://sign-in.test/' } }],
      'Pass `redirect: "manual"` to `fetch`, and return { outcome: "retry" } unless the answer is that of your service: after a redirect, the sign-in page answers with status 200.',
    ),
  ],
  [
    'events wait while a captive portal answers',
    keepsAt(
      [page(200)],
      'Return { outcome: "retry" } if the body is HTML: a captive portal or a proxy answers with a page and status 200.',
    ),
  ],
  [
    'an answer that is cut off does not count against the events',
    async (bench) => {
      bench.open()
      const [one, ...others] = await bench.track(4)
      const cutOff = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"err' }
      bench.behave((request) => (one && request.has(one) ? { taken: cutOff } : 'accepts'))
      await expectArrival(bench, others, 'The connection broke while the answer to another event was read.')
      await bench.pass(180_000)
      await expectNoRefusal(
        bench,
        'The connection broke while the answer was read. Catch what `json()` or `text()` rejects with, and return { outcome: "retry" }.',
      )
    },
  ],
  [
    'the service is not asked again before the time of Retry-After',
    async (bench) => {
      bench.open()
      let asked: number | undefined
      bench.behave(({ at }) => {
        asked ??= at
        return { status: 429, headers: { 'retry-after': String(RETRY_AFTER_MS / 1000) } }
      })
      const events = await bench.track(2)
      await bench.pass(RETRY_AFTER_MS / 2)
      const first = asked ?? 0
      await bench.pass(RETRY_AFTER_MS / 2 - 10_000)
      if (bench.requests.some(({ at }) => at > first && at < first + RETRY_AFTER_MS - 10_000))
        fail(
          bench,
          `The service answered with status 429 and Retry-After: ${RETRY_AFTER_MS / 1000}, and was asked again before. Return { outcome: "retry", afterMs }, in milliseconds.`,
        )
      bench.behave(() => 'accepts')
      await expectArrival(
        bench,
        events,
        'The service answered with status 429 at first. Return { outcome: "retry", afterMs }.',
      )
      await expectNoRefusal(bench, 'The service answered with status 429: return { outcome: "retry", afterMs }.')
    },
  ],
  [
    'a batch that is too large is divided',
    async (bench) => {
      bench.open()
      const events = await bench.track(8)
      const isLarge = ({ has }: SentRequest) => events.filter(has).length > 3
      bench.behave((request) => (isLarge(request) ? page(413) : 'accepts'))
      await expectArrival(
        bench,
        events,
        'The service answers with status 413 to more than three events. Return { outcome: "too-large" } after 413.',
      )
      await expectNoRefusal(bench, 'The service has only refused the size: return { outcome: "too-large" } after 413.')
    },
  ],
  ['an event that the service refuses holds back no other, and is not lost', refusesOne],
  [
    'an event whose answer was lost is sent again with the same id',
    async (bench) => {
      bench.open()
      bench.behave(() => ({ taken: 'network' }))
      // A property of the application may have the name of a field.
      const events = await bench.track(2, { id: 'an id of the application' })
      await bench.pass(30_000)
      bench.behave(() => 'accepts')
      await bench.pass(120_000)
      for (const event of events) {
        const copies = bench.requests.filter(({ has }) => has(event))
        if (copies.length < 2)
          fail(bench, 'The event was not sent again. Return { outcome: "retry" } if there is no answer.')
        if (!copies.every(({ hasId }) => hasId(event)))
          fail(
            bench,
            'A request has an event without its id. Send the `id` of the event, where no property and no identity replaces it: the service drops the second copy by it.',
          )
      }
    },
  ],
  ['no value of an event and no header is in a reason or in the console', expectSecrecy],
]

/** All events meet each answer for a while, and then one of them for longer than the others. */
function keepsAt(answers: readonly FakeAnswer[], advice: string) {
  return async (bench: DestinationBench) => {
    bench.open()
    for (const answer of answers) {
      const [one, ...others] = await bench.track(4)
      bench.behave(() => answer)
      await bench.pass(60_000)
      bench.behave((request) => (one && request.has(one) ? answer : 'accepts'))
      await expectArrival(bench, others, advice)
      await bench.pass(60_000)
      await expectNoRefusal(bench, advice)
      bench.behave(() => 'accepts')
      await expectArrival(bench, one ? [one] : [], advice)
    }
  }
}

async function refusesOne(bench: DestinationBench) {
  bench.open()
  const rejected: AnalyticsEvent[] = []
  for (const status of [400, 422]) {
    const before = await bench.kept()
    const [first, bad, last] = await bench.track(3)
    if (bad) rejected.push(bad)
    bench.behave(({ has }) => (rejected.some(has) ? { status, body: { error: 'An event is not valid.' } } : 'accepts'))
    const good = [first, last].filter((event) => event !== undefined)
    await expectArrival(
      bench,
      good,
      `The service answers with ${status} to any request with one certain event. Return { outcome: "refused", reason } for the batch: the layer finds the event.`,
    )
    await bench.pass(120_000)
    const after = await bench.kept()
    if (after.waiting + after.refused <= before.waiting + before.refused)
      fail(
        bench,
        `The service has answered with ${status} to an event that is lost now. Return { outcome: "refused", reason }: it is then kept in telltale.refused.`,
      )
  }
}
