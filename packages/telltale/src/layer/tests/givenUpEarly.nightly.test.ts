import { expect, test } from 'vitest'
import { collector } from '../../collector.ts'
import type { StartDeliveries } from '../../events/createEvents.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { type Batch, readBatch } from '../../testing/readBatch.ts'
import { startOn } from '../../testkit/createTelltaleAtOnce.ts'
import { createTelltale } from '../createTelltale.ts'

test('the numbers of events that are given up before the lazy chunk has loaded are told, too', async () => {
  const batches: Batch[] = []
  const platform = fakePlatform(({ body }) => {
    batches.push(readBatch(body))
    return { status: 202 }
  })
  let arrive: (start: StartDeliveries) => void = () => {}
  const telltale = createTelltale(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      destinations: [collector({ url: 'https://collect.test/' })],
      events: { maxBytes: 100_000_000 },
    },
    { platform, loadDeliveries: () => new Promise((resolve) => (arrive = resolve)) },
  )
  for (let count = 0; count < 10_000; count += 1) telltale.track('early')
  await platform.settle()
  arrive(startOn(platform))
  await platform.clock.advance(1_000)
  const told = batches.flatMap(({ pages = {} }) => Object.values(pages).flatMap((fates) => fates['over-budget'] ?? []))
  expect(told).toEqual(['1-1000'])
})
