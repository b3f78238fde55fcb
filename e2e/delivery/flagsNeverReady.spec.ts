import { setTimeout as sleep } from 'node:timers/promises'
import { openStage, type Stage } from 'stage/openStage'
import { arrivedEvents } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

/** Longer than the batch window, so that anything that would be sent would have arrived. */
const LONG_ENOUGH_MS = 2_000

const arrived = (stage: Stage) =>
  arrivedEvents(stage)
    .map(({ name, properties }) => [name, properties['LDFF: new_pricing']])
    .sort()

test(
  'events wait in order for flags that do not arrive, across a crash and a visit, until a visit has flags',
  { tag: '@core' },
  async ({ engine }) => {
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, hasNoFlags: true })
    try {
      // Half of them together, within a millisecond or two.
      await stage.each((tab) => tab.track({ to: 10, apartMs: 20 }))
      await stage.each((tab) => tab.track({ from: 10, to: 20 }))
      await stage.each((tab) => tab.crash())
      const second = await stage.open()
      await second.track({ to: 1 })
      await sleep(LONG_ENOUGH_MS)
      await second.close()
      expect(stage.collector.stored()).toEqual([])

      stage.server.setFlags('answering')
      await stage.open()
      await expect.poll(() => arrived(stage).length, { timeout: 120_000 }).toBe(21)
      const first = stage.names(20).map((name) => [name, true])
      expect(arrived(stage).slice(0, 20)).toEqual(first.sort())
      const inOrder = stage.collector.stored().map(({ name }) => name)
      expect(inOrder.filter((name) => stage.names(20).includes(name))).toEqual(stage.names(20))
    } finally {
      await stage.close()
    }
  },
)

test('events are delivered without flags once the flags deadline has passed', async ({ engine }) => {
  const settings = { flagsDeadlineMs: 1_000 }
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, hasNoFlags: true, settings })
  try {
    await stage.each((tab) => tab.track({ to: 20, apartMs: 20 }))
    await expect.poll(() => arrived(stage).length, { timeout: 120_000 }).toBe(20)
    expect(arrived(stage)).toEqual(
      stage
        .names(20)
        .map((name) => [name, undefined])
        .sort(),
    )
  } finally {
    await stage.close()
  }
})
