import { describe, expect, it } from 'vitest'
import type { Journal, Keeping, Keyed } from '../core/ports/journal.ts'
import { describeJournal } from '../core/ports/journal.suite.ts'
import { fakeClock, settle } from '../testing/fakeClock.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { openJournal } from './openJournal.ts'
import { appends, holds, releases } from '../testing/journalWrites.ts'

const ids = (entries: readonly { entry: { id: string } }[]) => entries.map(({ entry }) => entry.id)

describeJournal('a journal that cannot be opened', () =>
  openJournal(() => Promise.reject(new Error('no')), fakeClock()),
)
describeJournal('a journal that can', () => openJournal(async () => fakeDisk().journal('events'), fakeClock()))
describeJournal('a journal that refuses everything', () => {
  const disk = fakeDisk()
  disk.condition = 'refuses'
  return openJournal(async () => disk.journal('events'), fakeClock())
})

describe('a journal that is opened', () => {
  it('opens nothing before it is used', async () => {
    let opened = 0
    const journal = openJournal(async () => {
      opened += 1
      return fakeDisk().journal('events')
    }, fakeClock())
    expect(opened).toBe(0)
    await journal.write(appends({ id: 'a' }))
    await journal.write(appends({ id: 'b' }))
    expect(opened).toBe(1)
  })

  it('says what is durable and what is not', async () => {
    const disk = fakeDisk()
    const journal = openJournal(async () => disk.journal('events'), fakeClock())
    expect(await journal.write(appends({ id: 'a' }))).toBe('durable')
    disk.condition = 'refuses'
    expect(await journal.write(appends({ id: 'b' }))).toBe('volatile')
  })

  it('is gone on without after 5,000 ms, and loses nothing when it answers later', async () => {
    const clock = fakeClock()
    const disk = fakeDisk()
    let answer = () => {}
    const journal = openJournal(
      () => new Promise<Journal<Keyed, Keyed>>((resolve) => (answer = () => resolve(disk.journal('events')))),
      clock,
    )
    let keeping: string | undefined
    void journal.write(appends({ id: 'early' })).then((kept) => (keeping = kept))
    await clock.advance(4_999)
    expect(keeping).toBeUndefined()
    await clock.advance(1)
    expect(keeping).toBe('volatile')

    await disk.journal('events').write(appends({ id: 'of an earlier page' }))
    answer()
    await settle()
    expect(await journal.write(appends({ id: 'late' }))).toBe('durable')

    const [first, second] = await journal.read('one', 10)
    expect([first?.entry.id, second?.entry.id]).toEqual(['of an earlier page', 'late'])
    await journal.advance('one', second?.position ?? 0)
    const rest = await journal.read('one', 10)
    expect(ids(rest)).toEqual(['early'])
    await journal.advance('one', rest[0]?.position ?? 0)
    expect(await journal.read('one', 10)).toEqual([])
  })

  it('releases what waits in memory though the store, which has none of it, answers by then', async () => {
    const disk = fakeDisk()
    const journal = openJournal(async () => disk.journal('events'), fakeClock())
    disk.condition = 'refuses'
    await journal.write(holds({ id: 'a' }))
    disk.condition = 'well'
    await journal.write(releases({ id: 'a' }))
    expect(await journal.waiting()).toEqual([])
    expect(ids(await journal.read('one', 10))).toEqual(['a'])
  })

  it('leaves no timer when the store answers in time', async () => {
    const clock = fakeClock()
    await openJournal(async () => fakeDisk().journal('events'), clock).waiting()
    expect(clock.pending).toBe(0)
  })

  it('releases what is held in the store even when the store refuses to', async () => {
    const disk = fakeDisk()
    const journal = openJournal(async () => disk.journal('events'), fakeClock())
    await journal.write(holds({ id: 'a' }))
    disk.condition = 'refuses'
    await journal.write(releases({ id: 'a' }))
    expect(ids(await journal.read('one', 10))).toEqual(['a'])
  })

  it('tells which of what it forgets was kept for this page only', async () => {
    const disk = fakeDisk()
    const journal = openJournal(async () => disk.journal('events'), fakeClock())
    await journal.write(appends({ id: 'durable' }))
    disk.condition = 'refuses'
    await journal.write(appends({ id: 'volatile' }))
    disk.condition = 'well'
    for (const { position } of await journal.read('one', 10)) await journal.advance('one', position)
    for (const { position } of await journal.read('one', 10)) await journal.advance('one', position)
    expect(await journal.trim(['one'])).toEqual(['volatile'])
    expect(await journal.entries()).toEqual([])
  })

  it('is gone on without when it does not answer any more, and is used again when it does', async () => {
    const clock = fakeClock()
    const disk = fakeDisk()
    const journal = openJournal(async () => disk.journal('events'), clock)
    await journal.write(appends({ id: 'before' }))
    disk.condition = 'hangs'
    let keeping: string | undefined
    let read: readonly { entry: { id: string } }[] | undefined
    void journal.write(appends({ id: 'meanwhile' })).then((kept) => (keeping = kept))
    await clock.advance(4_999)
    expect(keeping).toBeUndefined()
    await clock.advance(1)
    expect(keeping).toBe('volatile')
    // Nobody waits for it a second time.
    void journal.read('one', 10).then((entries) => (read = entries))
    await settle()
    expect(ids(read ?? [])).toEqual(['meanwhile'])
  })

  it('is not given up because the page was busy: what is due comes before an answer then', async () => {
    let now = 0
    let due: { at: number; task(): void }[] = []
    const clock = {
      now: () => now,
      after(ms: number, task: () => void) {
        due.push({ at: now + ms, task })
        return () => void (due = due.filter((other) => other.task !== task))
      },
    }
    let answer = () => {}
    const write = () => new Promise<Keeping>((resolve) => (answer = () => resolve('durable')))
    const journal = openJournal(async () => ({ ...fakeDisk().journal('events'), write }), clock)
    const keeping = journal.write(appends({ id: 'a' }))
    await settle()

    now = 7_000 // of one task
    for (const { at, task } of due) if (at <= now) task()
    await settle()
    answer()
    expect(await keeping).toBe('durable')
  })

  it('that takes a write late is read once: what went to memory meanwhile is not read from it as well', async () => {
    const clock = fakeClock()
    const disk = fakeDisk()
    let answer = () => {}
    const stored = disk.journal('events')
    const late: Journal<Keyed, Keyed> = {
      ...stored,
      write: async (writes) => {
        const keeping = await stored.write(writes)
        if (writes[0]?.item.id === 'late') await new Promise<void>((resolve) => (answer = resolve))
        return keeping
      },
    }
    const journal = openJournal(async () => late, clock)
    await journal.write(appends({ id: 'before' }))
    const keeping = journal.write(appends({ id: 'late' }))
    await clock.advance(5_000)
    expect(await keeping).toBe('volatile')
    answer()
    await settle()
    expect(await journal.write(appends({ id: 'afterwards' }))).toBe('durable')
    expect(ids(await journal.entries())).toEqual(['before', 'afterwards', 'late'])
  })

  it('is used again when it answers after all', async () => {
    const clock = fakeClock()
    const disk = fakeDisk()
    let answer = () => {}
    const store: Journal<Keyed, Keyed> = {
      ...disk.journal('events'),
      waiting: () => new Promise((resolve) => (answer = () => resolve([]))),
    }
    const journal = openJournal(async () => store, clock)
    void journal.waiting()
    await clock.advance(5_000)
    expect(await journal.write(appends({ id: 'meanwhile' }))).toBe('volatile')
    answer()
    await settle()
    expect(await journal.write(appends({ id: 'afterwards' }))).toBe('durable')
  })

  it('comes to what is in memory although the store takes no bookmark', async () => {
    const disk = fakeDisk()
    const journal = openJournal(async () => disk.journal('events'), fakeClock())
    await journal.write(appends({ id: 'stored' }))
    disk.condition = 'refuses'
    await journal.write(appends({ id: 'in memory' }))
    const [first] = await journal.read('one', 10)
    expect(first?.entry.id).toBe('stored')
    await journal.advance('one', first?.position ?? 0)
    expect(ids(await journal.read('one', 10))).toEqual(['in memory'])
  })

  it('loses nothing that was held in a store that the browser closes', async () => {
    const disk = fakeDisk()
    let isClosed = false
    const store = disk.journal('events')
    const closing: Journal<Keyed, Keyed> = {
      ...store,
      write: async (writes) => (isClosed ? 'refused' : store.write(writes)),
      waiting: async () => (isClosed ? [] : store.waiting()),
    }
    const journal = openJournal(async () => closing, fakeClock())
    await journal.write(holds({ id: 'a' }))
    isClosed = true
    await journal.write(releases({ id: 'a' }))
    expect(ids(await journal.entries())).toEqual(['a'])
  })
})
