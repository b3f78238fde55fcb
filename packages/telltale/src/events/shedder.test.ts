import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { memoryJournal } from '../platform/memoryJournal.ts'
import { anEvent } from '../testing/anEvent.ts'
import { fakeClock, settle } from '../testing/fakeClock.ts'
import { appends, holds } from '../testing/journalWrites.ts'
import { createShedder } from './shedder.ts'

const BYTES = JSON.stringify(anEvent('10')).length
const eventsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => anEvent(`${first + index}`, { at: 1_000 }))
const idsFrom = (first: number, count: number) => eventsFrom(first, count).map(({ id }) => id)

function setUp(events: number) {
  const journal = memoryJournal<AnalyticsEvent, AnalyticsEvent>()
  const shed: string[] = []
  const maxBytes = events * (BYTES + '000'.length)
  const clock = fakeClock()
  const destination = { isTold: false }
  const shedder = createShedder({
    clock,
    journal,
    readers: ['alive', 'dead'],
    maxBytes,
    whileIdle: async (task) => void (destination.isTold || (await task())),
    onShed: (given) => void shed.push(...given.map(({ id }) => id)),
  })
  return { journal, clock, destination, shed, shedder }
}

describe('the shedder', () => {
  it('weighs what earlier pages have left with the first entry of a page, however small that is', async () => {
    const { journal, shed, shedder } = setUp(50)
    await journal.write(appends(...eventsFrom(10, 60)))
    shedder.count([anEvent('70')])
    await settle()
    expect(shed).toEqual(idsFrom(10, 10))
    expect(await journal.entries()).toHaveLength(50)
  })

  it('gives up what waits like what is in the log', async () => {
    const { journal, shed, shedder } = setUp(50)
    await journal.write([...holds(...eventsFrom(10, 30)), ...appends(...eventsFrom(40, 30))])
    shedder.count([anEvent('70')])
    await settle()
    expect(shed).toEqual(idsFrom(10, 10))
    expect((await journal.waiting()).map(({ id }) => id)).toEqual(idsFrom(20, 20))
    expect(await journal.entries()).toHaveLength(30)
  })

  it('gives up each once, and weighs again what has come meanwhile', async () => {
    const { journal, shed, shedder } = setUp(50)
    await journal.write(appends(...eventsFrom(10, 60)))
    shedder.count(eventsFrom(10, 60))
    shedder.count(eventsFrom(10, 60))
    void journal.write(appends(...eventsFrom(70, 20)))
    shedder.count(eventsFrom(70, 20))
    await settle()
    expect(shed).toEqual(idsFrom(10, 30))
    expect(await journal.entries()).toHaveLength(50)
  })

  it('waits until no destination is told anything, and then gives up what is still there', async () => {
    const { journal, clock, destination, shed, shedder } = setUp(50)
    await journal.write(appends(...eventsFrom(10, 60)))
    destination.isTold = true
    shedder.count([anEvent('70')])
    await clock.advance(10_000)
    expect(shed).toEqual([])

    await journal.remove([1, 2, 3])
    destination.isTold = false
    await clock.advance(1_000)
    expect(shed).toEqual(idsFrom(13, 7))
    expect(clock.pending).toBe(0)
  })

  it('gives up all the same when another budget is written meanwhile', async () => {
    const { journal, clock, destination, shed, shedder } = setUp(50)
    destination.isTold = true
    await journal.write(appends(...eventsFrom(10, 60)))
    shedder.count(eventsFrom(10, 60))
    await settle()
    await journal.write(appends(...eventsFrom(70, 49)))
    shedder.count(eventsFrom(70, 49))
    await clock.advance(1_000)
    expect(shed).toEqual([])
    await journal.write(appends(...eventsFrom(119, 10)))
    shedder.count(eventsFrom(119, 10))
    await clock.advance(1_000)
    expect(shed).toEqual(idsFrom(10, 70))
  })

  it('waits no longer once it is stopped', async () => {
    const { journal, clock, destination, shed, shedder } = setUp(50)
    destination.isTold = true
    await journal.write(appends(...eventsFrom(10, 60)))
    shedder.count([anEvent('70')])
    await settle()
    shedder.stop()
    destination.isTold = false
    await clock.advance(10_000)
    expect([shed, clock.pending]).toEqual([[], 0])
  })

  it('gives up what a destination has before what none has, whatever its priority', async () => {
    const { journal, shed, shedder } = setUp(50)
    await journal.write(appends(...eventsFrom(10, 50)))
    await journal.advance('alive', 50)
    await journal.write(appends(...eventsFrom(60, 10).map((event) => ({ ...event, priority: 'low' as const }))))
    shedder.count([anEvent('69')])
    await settle()
    expect(shed.length).toBeGreaterThan(9)
    expect(shed).toEqual(idsFrom(10, shed.length))
  })

  it('does not take for delivered what comes while it weighs', async () => {
    const { journal, shed, shedder } = setUp(50)
    await journal.write(appends(...eventsFrom(10, 60)))
    await journal.advance('alive', 60)
    const { waiting } = journal
    let weighings = 0
    journal.waiting = async () => {
      weighings += 1
      if (weighings === 2) await journal.write(appends(anEvent('70', { priority: 'low' })))
      return waiting()
    }
    shedder.count([anEvent('69')])
    await settle()
    expect(shed.slice(0, 10)).toEqual(idsFrom(10, 10))
    expect(shed).not.toContain('70')
  })

  it.each([0, -1])('comes to an end where nothing may be kept: %i bytes', async (events) => {
    const { journal, shed, shedder } = setUp(events)
    await journal.write(appends(...eventsFrom(10, 2)))
    shedder.count(eventsFrom(10, 2))
    await settle()
    expect(shed).toEqual(idsFrom(10, 2))
  })
})
