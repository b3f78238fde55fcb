import type { DestinationBench } from './destinationBench.ts'
import { ADA } from './destinationBench.ts'
import { expectArrival, fail } from './destinationExpectations.ts'

const SECRET = 'secret-value-of-the-check'

/** Headers whose values say nothing about a user, and open nothing. */
const HARMLESS = /^(accept|content|user-agent)/i
/** Shorter values, such as `web`, may be in any message. */
const MIN_LENGTH = 6

/** Fails if a value of an event, its user or a header is in a reason, a cause or the console, whatever the service answers. */
export async function expectSecrecy(bench: DestinationBench): Promise<void> {
  bench.open()
  const [good] = await bench.track(1)
  await expectArrival(bench, good ? [good] : [], 'Nothing was wrong yet.')
  for (const answer of [
    'network',
    { status: 503 },
    { status: 401 },
    { status: 400 },
    { status: 200, body: '<html>' },
  ] as const) {
    const [one] = await bench.track(2, { secret: SECRET })
    bench.behave((request) => (one && request.has(one) ? answer : 'accepts'))
    await bench.pass(120_000)
    bench.behave(() => 'accepts')
  }
  const said = [...bench.written(), ...bench.attempts.map(({ reason }) => String(reason))].join('\n')
  for (const value of [SECRET, ADA.unique_identity, ADA.email_address])
    if (said.includes(value)) leak(bench, `It contains data of an event ("${value}").`)
  for (const { headers } of bench.requests)
    for (const [name, value] of Object.entries(headers)) {
      const token = value.split(' ').at(-1) ?? ''
      if (!HARMLESS.test(name) && token.length >= MIN_LENGTH && said.includes(token))
        leak(bench, `It contains the value of the header ${name}.`)
    }
}

const leak = (bench: DestinationBench, what: string): never =>
  fail(
    bench,
    `A reason, a cause or a message of the console must name no data and no token. ${what} Name the status only.`,
  )
