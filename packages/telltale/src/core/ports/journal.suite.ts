import { describe, expect, it } from 'vitest'
import type { Journal, Keyed } from './journal.ts'

interface Item extends Keyed {
  text?: string
}

type ItemJournal = Journal<Item, Item>

/** What every journal does. `open` gives a new and empty one. */
export function describeJournal(name: string, open: () => ItemJournal | Promise<ItemJournal>): void {
  const ids = (items: readonly Item[]) => items.map(({ id }) => id)
  const logged = async (journal: ItemJournal, after = 0, limit = 100) =>
    (await journal.readAfter(after, limit)).map(({ entry }) => entry.id)

  describe(name, () => {
    it('is empty at first', async () => {
      const journal = await open()
      expect(await journal.waiting()).toEqual([])
      expect(await logged(journal)).toEqual([])
      expect(await journal.bookmark('anybody')).toBe(0)
    })

    it('reads entries in the order of writing, after a position and up to a limit', async () => {
      const journal = await open()
      expect(await journal.append([{ id: 'b' }, { id: 'a' }])).toBe(true)
      expect(await journal.append([{ id: 'c' }])).toBe(true)
      expect(await logged(journal)).toEqual(['b', 'a', 'c'])
      const [first] = await journal.readAfter(0, 1)
      expect(first?.entry.id).toBe('b')
      expect(await logged(journal, first?.position)).toEqual(['a', 'c'])
      expect(await logged(journal, first?.position, 1)).toEqual(['a'])
    })

    it('gives back what was written', async () => {
      const journal = await open()
      await journal.append([{ id: 'a', text: 'Größe' }])
      expect((await journal.readAfter(0, 1))[0]?.entry).toEqual({ id: 'a', text: 'Größe' })
    })

    it('has an entry once, however often it is written, and goes on with those beside it', async () => {
      const journal = await open()
      await journal.append([{ id: 'a' }])
      expect(await journal.append([{ id: 'a' }, { id: 'b' }])).toBe(true)
      expect(await logged(journal)).toEqual(['a', 'b'])
    })

    it('lets items wait beside the log', async () => {
      const journal = await open()
      expect(await journal.hold([{ id: 'a' }, { id: 'b' }])).toBe(true)
      expect(ids(await journal.waiting())).toEqual(['a', 'b'])
      expect(await logged(journal)).toEqual([])
    })

    it('moves what waits to the end of the log, complete', async () => {
      const journal = await open()
      await journal.hold([{ id: 'a' }, { id: 'b' }])
      await journal.append([{ id: 'c' }])
      expect(await journal.release([{ id: 'b', text: 'complete' }])).toBe(true)
      expect(ids(await journal.waiting())).toEqual(['a'])
      expect(await logged(journal)).toEqual(['c', 'b'])
      expect((await journal.readAfter(0, 2))[1]?.entry.text).toBe('complete')
    })

    it('releases an item once: the second tab that tries does nothing', async () => {
      const journal = await open()
      await journal.hold([{ id: 'a' }])
      await Promise.all([journal.release([{ id: 'a' }]), journal.release([{ id: 'a' }])])
      expect(await logged(journal)).toEqual(['a'])
    })

    it('does not release what does not wait', async () => {
      const journal = await open()
      await journal.release([{ id: 'a' }])
      expect(await logged(journal)).toEqual([])
    })

    it('keeps a bookmark for each reader, which never goes back', async () => {
      const journal = await open()
      expect(await journal.advance('one', 7)).toBe(true)
      await journal.advance('one', 3)
      expect(await journal.bookmark('one')).toBe(7)
      expect(await journal.bookmark('two')).toBe(0)
    })

    it('forgets entries up to a position, and uses no position twice', async () => {
      const journal = await open()
      await journal.append([{ id: 'a' }, { id: 'b' }])
      const [a, b] = await journal.readAfter(0, 2)
      await journal.trim(a?.position ?? 0)
      expect(await logged(journal)).toEqual(['b'])
      await journal.trim(b?.position ?? 0)
      await journal.append([{ id: 'c' }])
      expect((await journal.readAfter(0, 1))[0]?.position).toBeGreaterThan(b?.position ?? Infinity)
    })
  })
}
