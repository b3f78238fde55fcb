import { describe, expect, it } from 'vitest'
import type { Journal, Keyed } from './journal.ts'
import { appends, holds, releases } from '../../testing/journalWrites.ts'

interface Item extends Keyed {
  text?: string
}

type ItemJournal = Journal<Item, Item>

/** What every journal does. `open` gives a new and empty one. */
export function describeJournal(name: string, open: () => ItemJournal | Promise<ItemJournal>): void {
  const ids = (items: readonly Item[]) => items.map(({ id }) => id)
  const logged = async (journal: ItemJournal, reader = 'newcomer', limit = 100) =>
    (await journal.read(reader, limit)).map(({ entry }) => entry.id)
  const keeping = expect.stringMatching(/^(durable|volatile)$/)

  describe(name, () => {
    it('is empty at first', async () => {
      const journal = await open()
      expect(await journal.waiting()).toEqual([])
      expect(await logged(journal)).toEqual([])
      expect(await journal.entries()).toEqual([])
    })

    it('reads entries in the order of writing, after the reader’s bookmark and up to a limit', async () => {
      const journal = await open()
      expect(await journal.write(appends({ id: 'b' }, { id: 'a' }))).toEqual(keeping)
      expect(await journal.write(appends({ id: 'c' }))).toEqual(keeping)
      expect(await logged(journal)).toEqual(['b', 'a', 'c'])
      expect(await logged(journal, 'one', 2)).toEqual(['b', 'a'])
      const [first] = await journal.read('one', 1)
      await journal.advance('one', first?.position ?? 0)
      expect(await logged(journal, 'one')).toEqual(['a', 'c'])
      expect(await logged(journal, 'one', 1)).toEqual(['a'])
      expect(await logged(journal, 'two')).toEqual(['b', 'a', 'c'])
    })

    it('gives back what was written', async () => {
      const journal = await open()
      await journal.write(appends({ id: 'a', text: 'Größe' }))
      expect((await journal.read('newcomer', 1))[0]?.entry).toEqual({ id: 'a', text: 'Größe' })
    })

    it('gives back each entry with its set of flags, which several entries may share', async () => {
      const journal = await open()
      const flagSet = (id: string) => ({ id, properties: { 'LDFF: plan': id } })
      const entries: Item[] = [
        { id: '1', flagSet: flagSet('basic') },
        { id: '2', flagSet: flagSet('pro') },
        { id: '3' },
        { id: '4', flagSet: flagSet('basic') },
      ]
      await journal.write(holds({ id: '2' }))
      await journal.write([...appends(...entries.slice(0, 1)), ...releases(...entries.slice(1, 2))])
      await journal.write(appends(...entries.slice(2)))
      expect((await journal.read('newcomer', 10)).map(({ entry }) => entry)).toEqual(entries)
      await journal.remove((await journal.entries()).slice(0, 3).map(({ position }) => position))
      expect((await journal.entries()).map(({ entry }) => entry)).toEqual(entries.slice(3))
    })

    it('has an entry once, however often it is written, and goes on with those beside it', async () => {
      const journal = await open()
      await journal.write(appends({ id: 'a' }))
      expect(await journal.write(appends({ id: 'a' }, { id: 'b' }))).toEqual(keeping)
      expect(await logged(journal)).toEqual(['a', 'b'])
    })

    it('lets items wait beside the log', async () => {
      const journal = await open()
      expect(await journal.write(holds({ id: 'a' }, { id: 'b' }))).toEqual(keeping)
      expect(ids(await journal.waiting())).toEqual(['a', 'b'])
      expect(await logged(journal)).toEqual([])
    })

    it('moves what waits to the end of the log, complete', async () => {
      const journal = await open()
      await journal.write(holds({ id: 'a' }, { id: 'b' }))
      await journal.write(appends({ id: 'c' }))
      expect(await journal.write(releases({ id: 'b', text: 'complete' }))).toEqual(keeping)
      expect(ids(await journal.waiting())).toEqual(['a'])
      expect(await logged(journal)).toEqual(['c', 'b'])
      expect((await journal.read('newcomer', 2))[1]?.entry.text).toBe('complete')
    })

    it('releases an item once: the second tab that tries does nothing', async () => {
      const journal = await open()
      await journal.write(holds({ id: 'a' }))
      await Promise.all([journal.write(releases({ id: 'a' })), journal.write(releases({ id: 'a' }))])
      expect(await logged(journal)).toEqual(['a'])
    })

    it('keeps the order of what is written in one step, whatever it is', async () => {
      const journal = await open()
      await journal.write(holds({ id: 'a' }, { id: 'b' }))
      await journal.write([...releases({ id: 'a' }), ...appends({ id: 'c' }), ...releases({ id: 'b' })])
      expect(await logged(journal)).toEqual(['a', 'c', 'b'])
      await journal.write([...holds({ id: 'd' }), ...releases({ id: 'd' }), ...appends({ id: 'a' }, { id: 'e' })])
      expect(await logged(journal)).toEqual(['a', 'c', 'b', 'd', 'e'])
      expect(await journal.waiting()).toEqual([])
    })

    it('replaces an item that is identified while it waits, and adds none that no longer waits', async () => {
      const journal = await open()
      await journal.write(holds({ id: 'a' }, { id: 'b' }))
      await journal.write(releases({ id: 'b' }))
      const identified = ['a', 'b', 'c'].map((id) => ({ type: 'identify' as const, item: { id, text: 'identified' } }))
      expect(await journal.write(identified)).toEqual(keeping)
      expect(await journal.waiting()).toEqual([{ id: 'a', text: 'identified' }])
      expect(await logged(journal)).toEqual(['b'])
    })

    it('does not release what does not wait', async () => {
      const journal = await open()
      await journal.write(releases({ id: 'a' }))
      expect(await logged(journal)).toEqual([])
    })

    it('never goes back to what a reader has read', async () => {
      const journal = await open()
      await journal.write(appends({ id: 'a' }, { id: 'b' }, { id: 'c' }))
      const [a, b] = await journal.read('one', 2)
      await journal.advance('one', b?.position ?? 0)
      await journal.advance('one', a?.position ?? 0)
      expect(await logged(journal, 'one')).toEqual(['c'])
    })

    it('forgets what all readers have read, and uses no position twice', async () => {
      const journal = await open()
      await journal.write(appends({ id: 'a' }, { id: 'b' }))
      const [a, b] = await journal.read('one', 2)
      await journal.advance('one', b?.position ?? 0)
      await journal.advance('two', a?.position ?? 0)
      await journal.trim(['one', 'two'])
      expect(ids((await journal.entries()).map(({ entry }) => entry))).toEqual(['b'])
      await journal.advance('two', b?.position ?? 0)
      await journal.trim(['one', 'two'])
      await journal.write(appends({ id: 'c' }))
      expect((await journal.entries())[0]?.position).toBeGreaterThan(b?.position ?? Infinity)
    })

    it('forgets nothing for a reader that has not read yet', async () => {
      const journal = await open()
      await journal.write(appends({ id: 'a' }))
      const [a] = await journal.read('one', 1)
      await journal.advance('one', a?.position ?? 0)
      await journal.trim(['one', 'newcomer'])
      expect(await logged(journal)).toEqual(['a'])
    })

    it('removes entries wherever they stand', async () => {
      const journal = await open()
      await journal.write(appends({ id: 'a' }, { id: 'b' }, { id: 'c' }))
      const positions = (await journal.entries()).map(({ position }) => position)
      await journal.remove([positions[0] ?? 0, positions[2] ?? 0])
      expect(await logged(journal)).toEqual(['b'])
    })

    it('removes what waits, and what has its name in the log stays', async () => {
      const journal = await open()
      await journal.write([...appends({ id: 'a' }), ...holds({ id: 'a' }, { id: 'b' }, { id: 'c' })])
      await journal.remove(['a', 'c'])
      expect(ids(await journal.waiting())).toEqual(['b'])
      expect(await logged(journal)).toEqual(['a'])
    })

    it('counts what waits, and what each reader has not read', async () => {
      const journal = await open()
      expect(await journal.count([])).toEqual([0])
      await journal.write([...holds({ id: 'd' }), ...appends({ id: 'a' }, { id: 'b' }, { id: 'c' })])
      const [, b] = await journal.read('one', 2)
      await journal.advance('one', b?.position ?? 0)
      expect(await journal.count(['one', 'newcomer'])).toEqual([1, 1, 3])
      await journal.write(releases({ id: 'd' }))
      expect(await journal.count(['one', 'newcomer'])).toEqual([0, 2, 4])
    })
  })
}
