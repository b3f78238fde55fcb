import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { Journal, Keyed } from '../core/ports/journal.ts'
import { anEvent } from '../testing/anEvent.ts'
import { fakeDisk, type FakeDisk } from '../testing/fakeDisk.ts'
import { settle } from '../testing/fakeClock.ts'
import { memoryJournal } from '../platform/memoryJournal.ts'
import { createEventWriter } from './eventWriter.ts'
import { eventsIn } from './eventWrite.ts'
import { createWritesAside } from './writesAside.ts'

function openPage(disk: FakeDisk) {
  const journal = disk.journal<EventDraft, AnalyticsEvent>('events')
  let appended = 0
  const aside = createWritesAside({ storage: disk.storage, appName: 'Desk', page: 'page-1', onUnreadable: () => {} })
  const writer = createEventWriter({
    journal,
    aside,
    onWritten: (writes) => void (appended += eventsIn(writes).length > 0 ? 1 : 0),
  })
  return {
    writer,
    appended: () => appended,
    log: async () => (await journal.entries()).map(({ entry }) => entry.id),
    waiting: async () => (await journal.waiting()).map(({ id }) => id),
  }
}

/** Its journal has kept one event, and does not answer for the next. */
async function openPageThatHangsAtTheSecond() {
  const disk = fakeDisk()
  const { writer } = openPage(disk)
  writer.write({ type: 'append', item: anEvent('1') })
  await settle()
  disk.condition = 'hangs'
  writer.write({ type: 'append', item: anEvent('2') })
  return { disk, writer }
}

/** A page whose journal has not opened yet. */
function openPageSlowly(disk: FakeDisk) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const slow: FakeDisk = {
    ...disk,
    journal<Waiting extends Keyed, Entry extends Keyed>(name: string): Journal<Waiting, Entry> {
      const journal = disk.journal<Waiting, Entry>(name)
      return {
        ...journal,
        write: (writes) => opened.then(() => journal.write(writes)),
        count: (readers) => opened.then(() => journal.count(readers)),
      }
    },
  }
  return { ...openPage(slow), open }
}

/** The one destination has everything. */
async function deliverAll(disk: FakeDisk) {
  const journal = disk.journal<EventDraft, AnalyticsEvent>('events')
  for (const { position } of await journal.entries()) await journal.advance('heap', position)
  await journal.trim(['heap'])
}

describe('two tabs that begin at one moment', () => {
  it('do not both write what the first had put aside, and has delivered before the second can write', async () => {
    const disk = fakeDisk()
    const first = openPageSlowly(disk)
    first.writer.write({ type: 'append', item: anEvent('1') })
    const second = openPageSlowly(disk)
    first.open()
    await settle()
    await deliverAll(disk)
    second.open()
    await settle()
    expect(await second.log()).toEqual([])
  })

  it('lose nothing of their own when the application clears the storage meanwhile', async () => {
    const disk = fakeDisk()
    const page = openPageSlowly(disk)
    page.writer.write({ type: 'append', item: anEvent('1') })
    disk.storage.keys('').forEach(disk.storage.remove)
    page.open()
    await settle()
    expect(await page.log()).toEqual(['1'])
  })

  it('write what was put aside, and then in order what is their own, also what could not be put aside', async () => {
    const disk = fakeDisk()
    disk.storage.set('aside:Desk:5:append', JSON.stringify({ type: 'append', item: anEvent('5') }))
    const page = openPageSlowly(disk)
    page.writer.write({ type: 'append', item: anEvent('3') })
    disk.condition = 'refuses'
    page.writer.write({ type: 'append', item: anEvent('2') })
    disk.condition = 'well'
    page.writer.write({ type: 'append', item: anEvent('1') })
    page.open()
    await settle()
    expect(await page.log()).toEqual(['5', '3', '2', '1'])
    expect(disk.storage.keys('')).toEqual([])
  })
})

describe('the event writer', () => {
  it('writes what one task tracks in one go and in order', async () => {
    const page = openPage(fakeDisk())
    for (const id of ['1', '2', '3']) page.writer.write({ type: 'append', item: anEvent(id) })
    await settle()
    expect(await page.log()).toEqual(['1', '2', '3'])
    expect(page.appended()).toBe(1)
  })

  it('loses nothing that is written while it is writing', async () => {
    const page = openPage(fakeDisk())
    for (let id = 10; id < 30; id += 1) {
      page.writer.write({ type: 'hold', item: anEvent(`${id}`) })
      await Promise.resolve()
      page.writer.write({ type: 'release', item: anEvent(`${id}`) })
      await Promise.resolve()
      await Promise.resolve()
    }
    await settle()
    expect(await page.log()).toHaveLength(20)
    expect(await page.waiting()).toEqual([])
  })

  it('puts a write aside at once while the journal has not answered yet', async () => {
    const disk = fakeDisk()
    disk.condition = 'hangs'
    openPage(disk).writer.write({ type: 'append', item: anEvent('1') })
    expect(disk.storage.keys('aside:')).toHaveLength(1)

    disk.condition = 'well'
    const next = openPage(disk)
    await settle()
    expect(await next.log()).toEqual(['1'])
    expect(disk.storage.keys('')).toEqual([])
  })

  it('stores an event synchronously until the journal has confirmed it, though it confirmed others before', async () => {
    const { disk, writer } = await openPageThatHangsAtTheSecond()
    expect(disk.storage.keys('')).toEqual(['aside:Desk:2:append'])
    await settle()
    writer.write({ type: 'append', item: anEvent('3') })
    expect(disk.storage.keys('')).toEqual(['aside:Desk:2:append', 'aside:Desk:3:append'])
  })

  it('stores unconfirmed events again when the page may exit, since the application may have cleared storage', async () => {
    const { disk, writer } = await openPageThatHangsAtTheSecond()
    disk.storage.keys('').forEach(disk.storage.remove)
    writer.hurry()
    expect(disk.storage.keys('')).toEqual(['aside:Desk:2:append'])
  })

  it('begins to write in the task of the exit what waits for the answer to an earlier write', async () => {
    const disk = fakeDisk()
    const asked: string[] = []
    const journal: Journal<EventDraft, AnalyticsEvent> = {
      ...disk.journal('events'),
      write: (writes) => {
        asked.push(writes.map(({ item }) => item.id).join())
        return new Promise(() => {})
      },
    }
    const aside = createWritesAside({ storage: disk.storage, appName: 'Desk', page: 'page-1', onUnreadable: () => {} })
    const writer = createEventWriter({ journal, aside, onWritten() {} })
    await writer.ready
    writer.write({ type: 'append', item: anEvent('1') })
    await settle()
    writer.write({ type: 'append', item: anEvent('2') })
    expect(asked).toEqual(['1'])
    writer.hurry()
    expect(asked).toEqual(['1', '2'])
    writer.hurry()
    expect(asked).toEqual(['1', '2'])
  })

  it('writes again what the journal refused, in order', async () => {
    const disk = fakeDisk()
    const page = openPage(disk)
    disk.condition = 'refuses'
    page.writer.write({ type: 'append', item: anEvent('1') })
    await settle()
    expect(page.appended()).toBe(0)
    disk.condition = 'well'
    page.writer.write({ type: 'append', item: anEvent('2') })
    await settle()
    expect(await page.log()).toEqual(['1', '2'])
  })

  it('gives a page that was cut off between holding and releasing its place again', async () => {
    const disk = fakeDisk()
    disk.condition = 'hangs'
    const { writer } = openPage(disk)
    writer.write({ type: 'hold', item: anEvent('1') })
    writer.write({ type: 'release', item: anEvent('1') })
    disk.condition = 'well'
    const next = openPage(disk)
    await settle()
    expect(await next.waiting()).toEqual([])
    expect(await next.log()).toEqual(['1'])
  })

  it('does not announce drafts: they are not for destinations yet', async () => {
    const page = openPage(fakeDisk())
    page.writer.write({ type: 'hold', item: anEvent('1') })
    await settle()
    expect(await page.waiting()).toEqual(['1'])
    expect(page.appended()).toBe(0)
  })

  it('keeps aside what the journal keeps for this page only, until that is done with', async () => {
    const { storage } = fakeDisk()
    const aside = createWritesAside({ storage: storage, appName: 'Desk', page: 'page-1', onUnreadable: () => {} })
    const writer = createEventWriter({ journal: memoryJournal(), aside, onWritten() {} })
    writer.write({ type: 'append', item: anEvent('1') })
    await settle()
    writer.write({ type: 'append', item: anEvent('2') })
    await settle()
    expect(storage.keys('')).toEqual(['aside:Desk:1:append', 'aside:Desk:2:append'])
    aside.forgetEvent('1')
    expect(storage.keys('')).toEqual(['aside:Desk:2:append'])
  })

  it('leaves to another application of the origin what is that application’s', async () => {
    const disk = fakeDisk()
    disk.condition = 'hangs'
    openPage(disk).writer.write({ type: 'append', item: anEvent('1') })
    for (const name of ['Other', 'Des', 'Desk:1']) {
      expect(
        createWritesAside({ storage: disk.storage, appName: name, page: 'page-1', onUnreadable: () => {} }).takeUp([]),
      ).toEqual([])
    }
    createWritesAside({ storage: disk.storage, appName: 'Desk: Fleet', page: 'page-1', onUnreadable: () => {} }).put({
      type: 'append',
      item: anEvent('2'),
    })
    expect(
      createWritesAside({ storage: disk.storage, appName: 'Desk', page: 'page-1', onUnreadable: () => {} }).takeUp([]),
    ).toHaveLength(1)
  })

  it('goes on when an event is nested too deeply to be written as JSON', async () => {
    const disk = fakeDisk()
    const page = openPage(disk)
    const nested = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as []
    page.writer.write({ type: 'append', item: anEvent('1', { properties: { nested } }) })
    page.writer.write({ type: 'append', item: anEvent('2') })
    page.writer.hurry()
    expect(disk.storage.keys('')).toEqual(['aside:Desk:2:append'])
    await settle()
    expect(await page.log()).toEqual(['1', '2'])
  })

  it('removes what is not a write from localStorage', async () => {
    const disk = fakeDisk()
    disk.storage.set('aside:Desk:1:append', '{"type":"append"')
    disk.storage.set('aside:Desk:2:append', 'null')
    const page = openPage(disk)
    await settle()
    expect(await page.log()).toEqual([])
    expect(disk.storage.keys('')).toEqual([])
  })
})
