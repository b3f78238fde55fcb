import { describe, expect, it } from 'vitest'
import { describeJournal } from '../core/ports/journal.suite.ts'
import { memoryJournal } from '../platform/memoryJournal.ts'
import { appends, holds } from '../testing/journalWrites.ts'
import { checkedJournal } from './checkedJournal.ts'

type Item = { id: string }
const isSound = (value: unknown): value is Item => typeof (value as Item | null)?.id === 'string'

function setUp() {
  const counts: number[] = []
  const stored = memoryJournal<Item, Item>()
  const onUnreadable = (count: number) => void counts.push(count)
  const journal = checkedJournal(stored, { isWaiting: isSound, isEntry: isSound, onUnreadable })
  return { counts, stored, journal }
}

describeJournal('a checked journal', () => setUp().journal)

describe('a checked journal', () => {
  it('removes from the log what has another shape, and reads past a whole page of it', async () => {
    const { counts, stored, journal } = setUp()
    await stored.write(appends(...Array.from({ length: 5 }, (_, id) => ({ id }) as never), { id: 'a' }))
    expect((await journal.read('reader', 2)).map(({ entry }) => entry)).toEqual([{ id: 'a' }])
    expect(await stored.entries()).toHaveLength(1)
    expect(counts).toEqual([2, 2, 1])
  })

  it('removes no entry of the log because an item that waits has its position as the id', async () => {
    const { counts, stored, journal } = setUp()
    await stored.write([...holds({ id: 1 } as never), ...appends({ id: 'a' })])
    expect((await stored.entries())[0]?.position).toBe(1)
    expect(await journal.waiting()).toEqual([])
    expect(await journal.entries()).toHaveLength(1)
    expect(counts).toEqual([1])
  })
})
