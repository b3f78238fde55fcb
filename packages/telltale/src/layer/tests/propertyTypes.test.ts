import { expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

interface Line {
  machine: string
  days?: number
}

interface Quote {
  readonly total: number
  readonly lines: readonly Line[]
  note?: string | undefined
}

class Machine {
  readonly id = 'EX-104'
  readonly size = { length: 5 }
}

type Frozen = Readonly<{ total: number; tags: readonly string[] }>

it('properties may have the type of an interface, a class, a readonly type, a record or a literal', async () => {
  const arrived: object[] = []
  const platform = fakePlatform(({ body }) => {
    const { events } = readBatch(body) as { events: { name: string; properties: object }[] }
    arrived.push(...events.filter(({ name }) => name === 'a').map(({ properties }) => properties))
    return { status: 202 }
  })
  const destinations = [collector({ url: 'https://events.test/' })]
  const { track, close } = createTelltaleAtOnce({ ...sandboxSettings, destinations }, platform)

  const quote: Quote = { total: 5, lines: [{ machine: 'EX-104' }] }
  const frozen: Frozen = Object.freeze({ total: 5, tags: Object.freeze(['a']) })
  const record: Record<string, unknown> = { total: 5 }
  const partial: Partial<Quote> = {}
  track('a', quote)
  track('a', new Machine())
  track('a', frozen)
  track('a', record)
  track('a', partial)
  track('a', { total: 5 } as const)
  track('a')
  // @ts-expect-error -- a text has no properties
  track('a', 'text')
  // @ts-expect-error -- nor has a number
  track('a', 5)
  // @ts-expect-error -- a list has numbers in place of names
  track('a', [])
  // @ts-expect-error -- JSON has nothing of a map
  track('a', new Map())
  // @ts-expect-error -- nor of a function
  track('a', () => {})

  await platform.clock.advance(5_000)
  const screen = { screen_dimensions: '1440x900' }
  expect(arrived).toEqual(
    [
      quote,
      { id: 'EX-104', size: { length: 5 } },
      { total: 5, tags: ['a'] },
      { total: 5 },
      {},
      { total: 5 },
      {},
      {},
      ...Array.from({ length: 4 }, () => ({})),
    ].map((properties) => ({ ...properties, ...screen })),
  )
  close()
})
