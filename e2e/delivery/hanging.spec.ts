import { openStage } from 'stage/openStage'
import { arrivedNames } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

/** An unanswered request is aborted after half a minute and tried again. A busy machine may take longer. */
const patient = { timeout: 120_000 }

test('events that a hanging collector did not answer are delivered in order and once by the same page', async ({
  engine,
}) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 1 })
  try {
    const [tab] = stage.tabs
    stage.collector.setHealth('hanging')
    const asked = stage.collector.asked()
    await tab?.track({ to: 5 })
    await expect.poll(() => stage.collector.asked(), patient).toBeGreaterThan(asked)
    await tab?.track({ from: 5, to: 10 })
    expect(arrivedNames(stage)).toEqual([])

    stage.collector.setHealth('healthy')
    await expect.poll(() => arrivedNames(stage), patient).toEqual(stage.names(10))
    expect([...stage.collector.taken().values()]).toEqual(stage.names(10).map(() => 1))
  } finally {
    await stage.close()
  }
})

test('a hanging collector does not delay the other collectors', async ({ engine }) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, settings: { destinations: 3 } })
  try {
    stage.collector.setHealth('hanging', '/collect-second')
    await stage.tabs[0]?.track({ to: 5 })
    for (const path of ['/collect-first', '/collect-third']) {
      await expect.poll(() => arrivedNames(stage, path), { timeout: 25_000 }).toEqual(stage.names(5))
    }
    stage.collector.setHealth('healthy', '/collect-second')
    await expect.poll(() => arrivedNames(stage, '/collect-second'), patient).toEqual(stage.names(5))
  } finally {
    await stage.close()
  }
})

test('another tab delivers the events of a closed tab whose request was not answered', async ({ engine }) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 2 })
  try {
    const [closing] = stage.tabs
    stage.collector.setHealth('hanging')
    const asked = stage.collector.asked()
    await closing?.track({ to: 5 })
    await expect.poll(() => stage.collector.asked(), patient).toBeGreaterThan(asked)
    await closing?.close()
    stage.collector.setHealth('healthy')
    await stage.tabs[1]?.track({ to: 1 })
    await expect.poll(() => arrivedNames(stage).length, patient).toBe(6)
  } finally {
    await stage.close()
  }
})

test('a request in flight when the page is left is not repeated at exit, and its events are stored once although the next page repeats it', async ({
  engine,
}) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 1 })
  try {
    const [tab] = stage.tabs
    stage.collector.setHealth('silent')
    await tab?.track({ to: 5 })
    await expect.poll(() => arrivedNames(stage), patient).toEqual(stage.names(5))
    await tab?.trackAndLeave({ from: 5, to: 6 })
    await expect.poll(() => arrivedNames(stage), patient).toEqual(stage.names(6))
    expect([...stage.collector.taken().values()]).toEqual(Array.from({ length: 6 }, () => 1))
    stage.collector.setHealth('healthy')

    const next = await stage.open()
    await next.track({ to: 1 })
    await expect.poll(() => arrivedNames(stage).length, patient).toBe(7)
    expect(arrivedNames(stage).slice(0, 6)).toEqual(stage.names(6))
  } finally {
    await stage.close()
  }
})
