import type { DestinationBench } from './destinationBench.ts'
import { expectArrival, expectNoRefusal, fail } from './destinationExpectations.ts'

export type DestinationCheck = readonly [name: string, check: (bench: DestinationBench) => Promise<void>]

/** The checks of every destination, whatever it sends its events with. */
export const DESTINATION_CHECKS: readonly DestinationCheck[] = [
  [
    'the name of a destination is a text, and stays the same',
    async (bench) => {
      bench.open()
      bench.open()
      const [one, other] = bench.names
      if (typeof one !== 'string' || one.trim() === '')
        fail(bench, 'The destination has no name. Give it a text: events that wait are stored with it.')
      if (one !== other)
        fail(
          bench,
          `The destination is named "${one}" and then "${other}". Use a constant: events that wait are stored with the name.`,
        )
    },
  ],
  [
    'each event arrives, and arrives once',
    async (bench) => {
      bench.open()
      const events = await bench.track(3)
      if (events.length === 0)
        fail(bench, 'No event was tracked. Set `event`, with a name and properties that the application accepts.')
      await expectArrival(
        bench,
        events,
        'Look whether `accepts` takes them (if not, set `event`), whether `whenReady` resolves, whether each is sent by the global `fetch`, as text or bytes, with its id, and whether `deliver` returns { outcome: "delivered" }.',
      )
      await bench.pass(300_000)
      if (events.some((event) => bench.arrivals(event) > 1))
        fail(
          bench,
          'An event was sent again after the service had accepted it. Return { outcome: "delivered" } after the answer of your service, or pass that answer as `accepted`.',
        )
    },
  ],
  [
    'a hundred events arrive',
    async (bench) => {
      bench.open()
      const events = await bench.track(100)
      await expectArrival(
        bench,
        events,
        'The outcome of `deliver` is for all events of its batch: send each of them, or return { outcome: "split", parts }.',
      )
    },
  ],
  [
    'events with values of any kind arrive',
    async (bench) => {
      bench.open()
      const events = await bench.track(2, {
        nothing: null,
        empty: '',
        zero: 0,
        list: ['b', 'a', { deep: [1, 2] }],
        map: { 'a key': { on: true } },
        text: 'line one\nline "two" \\ € 😀 </script>',
      })
      await expectArrival(bench, events, 'Properties hold any JSON: null, lists and maps too.')
    },
  ],
  [
    'events without a user arrive',
    async (bench) => {
      const telltale = bench.open()
      telltale.signOut()
      const anonymous = await bench.track(2)
      telltale.impersonate({ unique_identity: 'bo-of-the-check' }, 'sam@check.test')
      const impersonated = await bench.track(2)
      await expectArrival(
        bench,
        [...anonymous, ...impersonated],
        'If nobody is signed in, the `identity` of an event is empty: its `id` is undefined.',
      )
    },
  ],
  [
    'no method throws, whatever the event is',
    async (bench) => {
      const telltale = bench.open()
      telltale.track('😀 an event of which the destination has never heard')
      await bench.track(1)
      await bench.pass(10_000)
      bench.close()
      if (bench.written().some((line) => /\(T66\)|^stop has thrown/.test(line)))
        fail(
          bench,
          'The method `accepts`, `whenReady`, `deliver` or `stop` throws. `accepts` is asked about each event, whatever its name and its properties are.',
        )
    },
  ],
  [
    'the destination of the next page works after the one before was stopped',
    async (bench) => {
      bench.open()
      await bench.track(1)
      await bench.pass(10_000)
      bench.open()
      const events = await bench.track(2)
      await expectArrival(
        bench,
        events,
        'The first layer was closed. Let `stop` end what belongs to its destination only, and let `create` return one that is ready.',
      )
      await expectNoRefusal(bench, 'Nothing was wrong with them.')
    },
  ],
]
