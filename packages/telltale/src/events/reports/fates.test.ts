import { expect, it } from 'vitest'
import { createFates, type Fate } from './fates.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'

const ended = async () => true

/** The notes of one page for a collector. Each text that is written to the storage is in `written`. */
function openNotes({ storage } = fakeDisk(), page = 'own') {
  const written: string[] = []
  const counted = {
    ...storage,
    set(key: string, text: string) {
      written.push(text)
      return storage.set(key, text)
    },
  }
  let n = 0
  const fates = createFates({
    ...{ storage: counted, store: 'store', page, names: ['collector'], last: () => n, hasEnded: ended },
  })
  const note = (fate: Fate) => fates.note(fate, [{ page, n: (n += 1) }], ['collector'])
  return { ...fates, note, written, skip: () => void (n += 1), told: () => fates.report('collector').pages }
}

const turn = () => Promise.resolve()

it('10,000 notes without a batch cost what 100 notes cost: each writes a text of the same size', async () => {
  const { note, written, told } = openNotes()
  for (let count = 0; count < 10_000; count += 1) {
    note('filtered')
    await turn()
  }
  expect(written.length).toBe(10_000)
  expect(written.slice(0, 100).at(-1)?.length).toBeLessThan(60)
  expect(written.at(-1)?.length).toBeLessThan(60)
  expect(told()).toEqual({ own: { last: 10_000, filtered: '1-10000' } })
})

it('all notes of a task are written once', async () => {
  const { note, written, told } = openNotes()
  for (let count = 0; count < 200; count += 1) note('filtered')
  await turn()
  expect(written).toEqual(['{"collector":{"own":{"filtered":"1-200"}}}'])
  expect(told()).toEqual({ own: { last: 200, filtered: '1-200' } })
})

it('of numbers without neighbours the oldest are forgotten, and the text stays below 2,000 characters', async () => {
  const { note, skip, written, told } = openNotes()
  for (let count = 0; count < 3_000; count += 1) {
    note('filtered')
    skip()
    await turn()
  }
  const { own } = told()
  const numbers = own?.filtered?.split(',').map(Number) ?? []
  expect(numbers.length).toBe(200)
  expect([numbers[0], numbers.at(-1)]).toEqual([5_601, 5_999])
  expect(Math.max(...written.map((text) => text.length))).toBeLessThan(2_000)
})

it('a range that was forgotten does not grow in secret', async () => {
  const { note, told } = openNotes()
  note('filtered')
  for (let count = 0; count < 200; count += 1) note(count % 2 === 0 ? 'refused' : 'not-accepted')
  const { own } = told()
  expect(own?.filtered).toBeUndefined()
  note('filtered')
  expect(told()['own']?.filtered).toBe('202')
})

it('300 pages that send nothing leave one note of at most 200 of them', async () => {
  const disk = fakeDisk()
  for (let page = 0; page < 300; page += 1) {
    const { note } = openNotes(disk, `page-${page}`)
    for (let turns = 0; turns < 10; turns += 1) await turn()
    for (let count = 0; count < 20; count += 1) note('filtered')
    await turn()
  }
  const keys = disk.storage.keys('fates:')
  expect(keys).toEqual(['fates:store:page-299'])
  expect(disk.storage.get(keys[0] ?? '')?.length).toBeLessThan(8_000)
  const last = openNotes(disk)
  for (let turns = 0; turns < 10; turns += 1) await turn()
  expect(last.told()['page-299']).toEqual({ filtered: '1-20' })
  expect(Object.keys(last.told())).not.toContain('page-0')
})

it('what is noted while a report is under way is told by the next report', async () => {
  const { note, report, told } = openNotes()
  note('delivered')
  const { confirm } = report('collector')
  note('delivered')
  confirm()
  expect(told()).toEqual({ own: { last: 2, delivered: '2' } })
})

it('a report that fails leaves its numbers for the next one', async () => {
  const { note, told } = openNotes()
  note('delivered')
  told()
  note('delivered')
  expect(told()).toEqual({ own: { last: 2, delivered: '1,2' } })
})

it('a damaged note changes no prototype', async () => {
  const disk = fakeDisk()
  disk.storage.set('fates:store:old', '{"collector":{"__proto__":{"filtered":"1-3"}}}')
  const { told } = openNotes(disk)
  for (let turns = 0; turns < 10; turns += 1) await turn()
  expect(Object.hasOwn(told(), '__proto__')).toBe(true)
  expect('filtered' in {}).toBe(false)
})

it('the notes of an earlier page stay where this page cannot keep them, and are told once', async () => {
  const disk = fakeDisk()
  const text = '{"collector":{"old":{"filtered":"1-3"}}}'
  disk.storage.set('fates:store:old', text)
  disk.condition = 'refuses'
  const { note, report, told } = openNotes(disk)
  for (let turns = 0; turns < 10; turns += 1) await turn()
  expect(disk.storage.get('fates:store:old')).toBe(text)
  expect(told()['old']).toEqual({ filtered: '1-3' })
  note('delivered')
  report('collector').confirm()
  for (let turns = 0; turns < 10; turns += 1) await turn()
  expect(told()['old']).toBeUndefined()
  expect(disk.storage.keys('fates:')).toEqual([])
})
