import type { AnalyticsEvent } from '../core/model/event.ts'
import type { DestinationBench } from './destinationBench.ts'
import type { DestinationCheck } from './destinationChecks.ts'
import { expectArrival, fail } from './destinationExpectations.ts'

/** The checks of what a destination does with the request of a page, or of a layer, that ends. */
export const PAGE_END_CHECKS: readonly DestinationCheck[] = [
  ['the request of a page that ends starts at once and outlives the page', startsAtExit],
  [
    'an event of more than 64 KiB arrives',
    async (bench) => {
      bench.open()
      const events = await bench.track(2, { text: 'x'.repeat(70_000) })
      await expectArrival(
        bench,
        events,
        'Each of the events has 70 kB. Pass the `keepalive` of the context to `fetch`: with `true`, a browser sends at most 64 KiB.',
      )
    },
  ],
  ['a request without an answer ends when the layer is closed', endsWithLayer],
]

async function startsAtExit(bench: DestinationBench) {
  const telltale = bench.open()
  const [ready] = await bench.track(1)
  await expectArrival(bench, ready ? [ready] : [], 'Nothing was wrong yet.')
  const events = await bench.track(2)
  const before = bench.requests.length
  telltale.browser.leave()
  const started = bench.requests.slice(before)
  const advice = 'Make the body and call `fetch` before the first `await` of `deliver`, and pass `keepalive` to it'
  const isSent = (event: AnalyticsEvent) => started.some(({ has }) => has(event))
  if (started.some(({ isRead }) => !isRead)) fail(bench, `The body of the request was not there at once. ${advice}.`)
  if (!events.every(isSent))
    fail(bench, `The page has ended, and its events were not sent in the same task. ${advice}.`)
  if (!started.every(({ keepalive }) => keepalive))
    fail(bench, `The browser drops the request with its page. ${advice}.`)
}

async function endsWithLayer(bench: DestinationBench) {
  bench.open()
  bench.behave(() => 'hangs')
  const events = await bench.track(2)
  await bench.pass(10_000)
  const hanging = bench.requests.filter(({ has }) => events.some(has))
  if (hanging.length === 0) fail(bench, 'The events were not sent within ten seconds.')
  const before = bench.requests.length
  bench.close()
  await bench.pass(60_000)
  if (!hanging.every(({ isAborted }) => isAborted()))
    fail(bench, 'The request goes on after the layer was closed. Pass the `signal` of the context to `fetch`.')
  if (bench.requests.length > before)
    fail(bench, 'There are requests after the layer was closed. Do not repeat a request yourself.')
}
