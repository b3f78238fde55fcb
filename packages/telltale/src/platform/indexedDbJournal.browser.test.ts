import { describe, expect, it } from 'vitest'
import { describeJournal } from '../core/ports/journal.suite.ts'
import { engineDifferences } from './engineDifferences.suite.ts'
import { indexedDbJournal } from './indexedDbJournal.ts'
import { openJournal } from './openJournal.ts'
import { timerClock } from './timerClock.ts'
import { appends, holds } from '../testing/journalWrites.ts'

let count = 0
const newName = () => `journal-test-${Date.now()}-${(count += 1)}`

describeJournal('the journal in IndexedDB', () => indexedDbJournal(newName()))
describeJournal('the journal that is opened at its first use', () =>
  openJournal(() => indexedDbJournal(newName()), timerClock),
)

it('keeps for the next page what one has written', async () => {
  const name = newName()
  const one = await indexedDbJournal<{ id: string }, { id: string }>(name)
  await one.write(holds({ id: 'a' }))
  await one.write(appends({ id: 'b' }))
  const two = await indexedDbJournal<{ id: string }, { id: string }>(name)
  expect(await two.waiting()).toEqual([{ id: 'a' }])
  expect((await two.read('anybody', 10)).map(({ entry }) => entry)).toEqual([{ id: 'b' }])
})

it('refuses, and answers nothing, once the database is gone', async () => {
  const name = newName()
  const journal = await indexedDbJournal<{ id: string }, { id: string }>(name)
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = resolve
    request.onerror = reject
  })
  expect(await journal.write(appends({ id: 'a' }))).toBe('refused')
  expect(await journal.read('anybody', 10)).toEqual([])
  expect(await journal.waiting()).toEqual([])
})

it('keeps or refuses what is nested 100,000 levels deep, as the browser copies it, without an error in the page', async () => {
  const errors: string[] = []
  const note = (event: ErrorEvent) => {
    errors.push(event.message)
    event.preventDefault()
  }
  window.addEventListener('error', note)
  const journal = await indexedDbJournal<{ id: string }, { id: string; properties?: unknown }>(newName())
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown
  await journal.write(holds({ id: 'a' }))
  const keeping = await journal.write([{ type: 'release', item: { id: 'a', properties: deep } }])
  window.removeEventListener('error', note)
  expect([keeping, errors]).toEqual([engineDifferences.refusesDeepClones ? 'refused' : 'durable', []])
  expect(await journal.write(appends({ id: 'b' }))).toBe('durable')
})

interface FlagEntry {
  id: string
  flagSet?: { id: string; properties: Record<string, boolean> }
}

/** Everything that a database has in one of its stores. */
async function recordsIn(name: string, store: string): Promise<unknown[]> {
  const open = indexedDB.open(name)
  await new Promise((resolve) => (open.onsuccess = resolve))
  const all = open.result.transaction(store).objectStore(store).getAll()
  await new Promise((resolve) => (all.onsuccess = resolve))
  open.result.close()
  return all.result
}

it('stores a set of flags once for all entries that have it, and deletes it with the last of them', async () => {
  const name = newName()
  const journal = await indexedDbJournal<FlagEntry, FlagEntry>(name)
  const flagSet = { id: 'set-1', properties: { 'LDFF: plan': true } }
  await journal.write(appends<FlagEntry>({ id: 'a', flagSet }, { id: 'b', flagSet }))
  await journal.write(appends<FlagEntry>({ id: 'c', flagSet }))
  expect(await recordsIn(name, 'log')).toEqual(['a', 'b', 'c'].map((id) => ({ id, flagSet: 'set-1' })))
  expect(await recordsIn(name, 'flagSets')).toEqual([flagSet])

  const entries = await journal.read('one', 10)
  await journal.advance('one', entries[1]?.position ?? 0)
  await journal.trim(['one'])
  expect(await recordsIn(name, 'flagSets')).toEqual([flagSet])
  await journal.advance('one', entries[2]?.position ?? 0)
  await journal.trim(['one'])
  expect(await recordsIn(name, 'flagSets')).toEqual([])
})

it('delivers what the former version of the database has', async () => {
  const name = newName()
  const open = indexedDB.open(name, 1)
  open.onupgradeneeded = () => {
    open.result.createObjectStore('waiting', { keyPath: 'id' })
    open.result.createObjectStore('log', { autoIncrement: true }).createIndex('id', 'id', { unique: true })
    open.result.createObjectStore('bookmarks')
  }
  await new Promise((resolve) => (open.onsuccess = resolve))
  const transaction = open.result.transaction(['waiting', 'log'], 'readwrite')
  transaction.objectStore('waiting').put({ id: 'draft' })
  transaction.objectStore('log').add({ id: 'event', properties: { 'LDFF: plan': true } })
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  open.result.close()

  const journal = await indexedDbJournal<FlagEntry, FlagEntry>(name)
  expect(await journal.waiting()).toEqual([{ id: 'draft' }])
  expect((await journal.read('one', 10)).map(({ entry }) => entry)).toEqual([
    { id: 'event', properties: { 'LDFF: plan': true } },
  ])
})

describe('a stored bookmark', () => {
  type Item = { id: string }
  const open = (name: string) => indexedDbJournal<Item, Item>(name)
  const idsIn = async (journal: Awaited<ReturnType<typeof open>>) =>
    (await journal.read('reader', 10)).map(({ entry }) => entry.id)

  async function storeBookmark(name: string, value: unknown) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
    })
    const transaction = database.transaction('bookmarks', 'readwrite')
    transaction.objectStore('bookmarks').put(value, 'reader')
    await new Promise((resolve) => (transaction.oncomplete = resolve))
    database.close()
  }

  it.each<[string, unknown]>([
    ['is text', 'text'],
    ['is NaN', NaN],
    ['is negative', -1],
    ['is not an integer', 1.5],
    ['is infinite', Infinity],
    ['is an object', {}],
    ['is just above the last position', undefined],
    ['is far above all positions', 2 ** 40],
  ])('that %s counts as the start of the log', async (_title, value) => {
    const name = newName()
    const first = await open(name)
    await first.write(appends({ id: 'a' }, { id: 'b' }, { id: 'c' }))
    const last = (await first.entries())[2]?.position ?? 0
    await storeBookmark(name, value ?? last + 1)
    const next = await open(name)
    expect(await idsIn(next)).toEqual(['a', 'b', 'c'])
    expect(await next.count(['reader'])).toEqual([0, 3])
    await next.trim(['reader'])
    expect(await next.entries()).toHaveLength(3)
    const [, second] = await next.read('reader', 2)
    await next.advance('reader', second?.position ?? 0)
    expect(await idsIn(await open(name))).toEqual(['c'])
  })

  it('above all positions that are left in the log holds when the entry that had its position was removed', async () => {
    const name = newName()
    const first = await open(name)
    await first.write(appends({ id: 'a' }, { id: 'b' }, { id: 'c' }))
    await first.advance('reader', (await first.entries())[2]?.position ?? 0)
    await first.trim(['reader'])
    expect(await first.entries()).toEqual([])
    const next = await open(name)
    await next.write(appends({ id: 'd' }))
    expect(await idsIn(next)).toEqual(['d'])
    await first.advance('reader', (await first.entries())[0]?.position ?? 0)
    expect(await idsIn(await open(name))).toEqual([])
  })

  it('of one reader that is damaged leaves the other bookmarks in force', async () => {
    const name = newName()
    const first = await open(name)
    await first.write(appends({ id: 'a' }, { id: 'b' }))
    await first.advance('other', (await first.entries())[1]?.position ?? 0)
    await storeBookmark(name, 'text')
    const next = await open(name)
    expect(await next.count(['reader', 'other'])).toEqual([0, 2, 0])
  })
})
