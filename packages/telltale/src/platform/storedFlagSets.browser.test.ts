import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORED } from '../core/ports/eventStore.suite.ts'
import type { Storable } from '../core/ports/eventStore.ts'
import { indexedDbEventStore } from './indexedDbEventStore.ts'

const { put, get } = IDBObjectStore.prototype
/** The calls on sets of flags. */
let calls: string[] = []

beforeEach(() => {
  calls = []
  IDBObjectStore.prototype.put = function (...given) {
    if (this.name === 'flagSets') calls.push('put')
    return put.apply(this, given)
  }
  IDBObjectStore.prototype.get = function (...given) {
    if (this.name === 'flagSets') calls.push('get')
    return get.apply(this, given)
  }
})
afterEach(() => {
  Object.assign(IDBObjectStore.prototype, { put, get })
})

let count = 0
const newName = () => ({ prefix: 'test:', appName: `sets-${Date.now()}-${(count += 1)}` })

const FLAGS = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`LDFF: flag_${index}`, index]))
const setOf = (id: string) => ({ id, properties: { ...FLAGS, 'LDFF: id': id } })
const LARGE = setOf('large')
const add = (id: string, flagSet = LARGE) => [
  { type: 'add' as const, record: { event: { id, flagSet }, todo: ['one'] } },
]
const done = (...ids: string[]) => [{ type: 'done' as const, task: 'one', ids }]
const open = (name: ReturnType<typeof newName>) => indexedDbEventStore<Storable>(name)

async function setIdsIn({ prefix, appName }: ReturnType<typeof newName>) {
  const request = indexedDB.open(`${prefix}events:${appName}`)
  const database = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)))
  const keys = database.transaction('flagSets').objectStore('flagSets').getAllKeys()
  const ids = await new Promise((resolve) => (keys.onsuccess = () => resolve(keys.result)))
  database.close()
  return ids
}

describe('a set of 5,000 flags', () => {
  it('is written once and never read for 100 events, each of which is delivered before the next one', async () => {
    const store = await open(newName())
    for (let index = 0; index < 100; index += 1) {
      expect(await store.change(add(`${index}`))).toEqual(STORED)
      expect((await store.read('one', 10)).map(({ event }) => event.flagSet)).toEqual([LARGE])
      await store.change(done(`${index}`))
    }
    expect(calls).toEqual(['put'])
  })

  it('is read once by a page that has not written it', async () => {
    const name = newName()
    await (await open(name)).change(add('a'))
    const other = await open(name)
    for (let index = 0; index < 10; index += 1) expect((await other.all())[0]?.event.flagSet).toEqual(LARGE)
    expect(calls).toEqual(['put', 'get'])
  })

  it('is written again with the next event when another page has deleted it', async () => {
    const name = newName()
    const store = await open(name)
    await store.change(add('a'))
    await store.change(done('a'))
    expect(await setIdsIn(name)).toEqual(['large'])
    const next = await open(name)
    expect(await setIdsIn(name)).toEqual([])
    await store.change(add('b'))
    expect((await next.all()).map(({ event }) => event.flagSet)).toEqual([LARGE])
    expect(calls.filter((call) => call === 'put')).toHaveLength(2)
  })

  it('is written without a look where the page has the event nowhere else', async () => {
    const store = await open(newName())
    for (const id of ['a', 'b']) await store.change(add(id), true)
    expect(calls).toEqual(['put', 'put'])
    expect(await store.all()).toHaveLength(2)
  })

  it('is deleted when several others have taken its place, and stays as long as an event has it', async () => {
    const name = newName()
    const store = await open(name)
    await store.change(add('kept', setOf('used')))
    for (let index = 0; index < 10; index += 1) {
      await store.change(add(`${index}`, setOf(`set ${index}`)))
      await store.change(done(`${index}`))
    }
    expect(await setIdsIn(name)).toEqual(['set 7', 'set 8', 'set 9', 'used'])
    expect((await store.all()).map(({ event }) => event.flagSet)).toEqual([setOf('used')])
  })
})
