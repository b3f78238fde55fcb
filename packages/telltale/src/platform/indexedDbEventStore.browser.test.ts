import { describe, expect, it } from 'vitest'
import { describeEventStore, STORED } from '../core/ports/eventStore.suite.ts'
import type { EventStore, Storable } from '../core/ports/eventStore.ts'
import { timerClock } from './browserPlatform.ts'
import { engineDifferences } from './engineDifferences.suite.ts'
import { completed } from './indexedDb.ts'
import { indexedDbEventStore, openEventStore } from './indexedDbEventStore.ts'

let count = 0
const newName = () => ({ prefix: 'test:', appName: `${Date.now()}-${(count += 1)}` })
const databaseOf = ({ prefix, appName }: ReturnType<typeof newName>) => `${prefix}events:${appName}`
const add = (...ids: string[]) => ids.map((id) => ({ type: 'add' as const, record: { event: { id }, todo: ['one'] } }))
const idsIn = async (store: EventStore<Storable>) => (await store.read('one', 10)).map(({ event }) => event.id)

describeEventStore('the event store in IndexedDB', () => indexedDbEventStore(newName()))
describeEventStore('the event store that is opened at its first use', () =>
  openEventStore(() => indexedDbEventStore(newName()), timerClock),
)

const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Returns everything that a database has in one of its stores. */
async function recordsIn(name: string, store: string): Promise<unknown[]> {
  const database = await result(indexedDB.open(name))
  const all = await result(database.transaction(store).objectStore(store).getAll())
  database.close()
  return all
}

describe('the event store in IndexedDB', () => {
  it('the events of one page are available on the next page', async () => {
    const name = newName()
    const one = await indexedDbEventStore(name)
    expect(await one.change(add('a'))).toEqual(STORED)
    expect(await idsIn(await indexedDbEventStore(name))).toEqual(['a'])
  })

  it.each([[[]], [['queue', 'events']]])(
    'a database of the same name that another script has made with the stores %j is replaced, without an error in the page',
    async (stores: string[]) => {
      const errors: string[] = []
      const note = ({ message }: ErrorEvent) => errors.push(message)
      window.addEventListener('error', note)
      const name = newName()
      const opening = indexedDB.open(databaseOf(name), 1)
      opening.onupgradeneeded = () => stores.forEach((one) => opening.result.createObjectStore(one))
      ;(await result(opening)).close()
      const store = await indexedDbEventStore(name)
      expect(await store.change(add('a'))).toEqual(STORED)
      expect(await idsIn(await indexedDbEventStore(name))).toEqual(['a'])
      window.removeEventListener('error', note)
      expect(errors).toEqual([])
    },
  )

  it('every method rejects once the database is gone', async () => {
    const name = newName()
    const store = await indexedDbEventStore(name)
    await result(indexedDB.deleteDatabase(databaseOf(name)))
    for (const asked of [store.change(add('a')), store.read('one', 1), store.all()])
      await expect(asked).rejects.toThrow()
  })

  it('a change of an event that is nested 100,000 levels deep is made or rejected, as the browser copies it, without an error in the page', async () => {
    const errors: string[] = []
    const note = (event: ErrorEvent) => {
      errors.push(event.message)
      event.preventDefault()
    }
    window.addEventListener('error', note)
    const store = await indexedDbEventStore<Storable & { properties?: unknown }>(newName())
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown
    await store.change([{ type: 'add', record: { event: { id: 'a' }, todo: ['pending'] } }])
    const event = { id: 'a', properties: deep }
    const outcome = await store.change([...add('b'), { type: 'amend', record: { event, todo: ['one'] } }]).then(
      () => 'stored',
      () => 'rejected',
    )
    window.removeEventListener('error', note)
    const { refusesDeepClones } = engineDifferences
    expect([outcome, errors]).toEqual([refusesDeepClones ? 'rejected' : 'stored', []])
    expect((await store.read(refusesDeepClones ? 'pending' : 'one', 9)).map((record) => record.event.id)).toContain('a')
    expect(await store.change(add('c'))).toEqual(STORED)
  })

  it('a set of flags is stored once for all events that have it, and deleted with the last of them', async () => {
    const name = newName()
    const store = await indexedDbEventStore(name)
    const flagSet = { id: 'set-1', properties: { 'LDFF: plan': true } }
    const addWithFlags = (...ids: string[]) =>
      ids.map((id) => ({ type: 'add' as const, record: { event: { id, flagSet }, todo: ['one'] } }))
    await store.change(addWithFlags('a', 'b'))
    await store.change(addWithFlags('c'))
    expect(await recordsIn(databaseOf(name), 'flagSets')).toEqual([flagSet])
    expect(await recordsIn(databaseOf(name), 'events')).toEqual(
      ['a', 'b', 'c'].map((id) => ({ event: { id, flagSet: 'set-1' }, todo: ['one'] })),
    )
    await store.change([{ type: 'done', task: 'one', ids: ['a', 'b'] }])
    expect(await recordsIn(databaseOf(name), 'flagSets')).toEqual([flagSet])
    await store.change([{ type: 'remove', ids: ['c'] }])
    expect(await recordsIn(databaseOf(name), 'flagSets')).toEqual([])
  })

  const flagSetOf = (id: string) => ({ id, properties: { 'LDFF: plan': id } })
  type Flagged = Storable & { name?: string }
  const withSet = (id: string, set: string, todo = ['one']) => ({ event: { id, flagSet: flagSetOf(set) }, todo })

  it.each<[number, string, (store: EventStore<Flagged>, id: string) => Promise<unknown>]>([
    [1_000, 'delivered', (store, id) => store.change([{ type: 'done', task: 'one', ids: [id] }])],
    [100, 'removed', (store, id) => store.change([{ type: 'remove', ids: [id] }])],
    [100, 'damaged, and discarded', (store) => store.discard('one', () => true)],
    [
      100,
      'refused, and given up',
      (store, id) =>
        store.change([
          { type: 'refuse', task: 'one', ids: [id], reason: 'no' },
          { type: 'done', task: 'refused:one', ids: [id] },
        ]),
    ],
  ])('%i changes of a flag leave no set of flags when each event between them is %s', async (changes, _, end) => {
    const name = newName()
    const store = await indexedDbEventStore<Flagged>(name)
    const otherTab = await indexedDbEventStore<Flagged>(name)
    await store.change([{ type: 'add', record: withSet('kept', 'set 0', ['two']) }])
    for (let index = 0; index < changes; index += 1) {
      await store.change([{ type: 'add', record: withSet(`${index}`, `set ${index}`) }])
      await end(index % 2 ? store : otherTab, `${index}`)
    }
    expect(await recordsIn(databaseOf(name), 'flagSets')).toEqual([flagSetOf('set 0')])
    expect(await store.all()).toEqual([withSet('kept', 'set 0', ['two'])])
  })

  it('a draft that is completed with other flags leaves no set of flags', async () => {
    const name = newName()
    const store = await indexedDbEventStore<Flagged>(name)
    await store.change([{ type: 'add', record: withSet('a', 'shown', ['pending']) }])
    await store.change([{ type: 'amend', record: withSet('a', 'in force') }])
    // A page that does not know that the draft is complete.
    await store.change([{ type: 'amend', record: withSet('a', 'late') }])
    expect(await recordsIn(databaseOf(name), 'flagSets')).toEqual([flagSetOf('in force')])
    await store.change([
      { type: 'add', record: withSet('b', 'at once') },
      { type: 'done', task: 'one', ids: ['a', 'b'] },
    ])
    expect(await recordsIn(databaseOf(name), 'flagSets')).toEqual([])
  })

  it('a set of flags without an event is deleted by the next page', async () => {
    const name = newName()
    const store = await indexedDbEventStore<Flagged>(name)
    await store.change([{ type: 'add', record: withSet('a', 'used') }])
    const database = await result(indexedDB.open(databaseOf(name)))
    const sets = database.transaction('flagSets', 'readwrite').objectStore('flagSets')
    await Promise.all(
      [...[5, [1, 2], new Date(0)].map((id) => ({ id })), flagSetOf('left')].map((set) => result(sets.put(set))),
    )
    database.close()
    await indexedDbEventStore(name)
    expect(await recordsIn(databaseOf(name), 'flagSets')).toEqual([flagSetOf('used')])
  })

  it('a read of one event reads its own set of flags, and none of five thousand others', async () => {
    const name = newName()
    const store = await indexedDbEventStore<Flagged>(name)
    await store.change(['a', 'b'].map((id) => ({ type: 'add', record: withSet(id, 'own') })))
    const database = await result(indexedDB.open(databaseOf(name)))
    const sets = database.transaction('flagSets', 'readwrite').objectStore('flagSets')
    await Promise.all(Array.from({ length: 5_000 }, (_, index) => result(sets.put(flagSetOf(`unused ${index}`)))))
    database.close()

    const objects: string[] = []
    const { get, getAll, openCursor } = IDBObjectStore.prototype
    const note = (request: IDBRequest, from: string) =>
      request.addEventListener('success', () => objects.push(...[request.result].flat().map(() => from)))
    IDBObjectStore.prototype.get = function (...given) {
      const request = get.apply(this, given)
      note(request, this.name)
      return request
    }
    IDBObjectStore.prototype.getAll = function (...given) {
      const request = getAll.apply(this, given)
      note(request, this.name)
      return request
    }
    IDBObjectStore.prototype.openCursor = function (...given) {
      objects.push(`cursor of ${this.name}`)
      return openCursor.apply(this, given)
    }
    const read = await store.read('one', 50)
    const all = await store.all()
    Object.assign(IDBObjectStore.prototype, { get, getAll, openCursor })
    expect([read, all]).toEqual([
      [withSet('a', 'own'), withSet('b', 'own')],
      [withSet('a', 'own'), withSet('b', 'own')],
    ])
    expect(objects.filter((from) => from.includes('flagSets'))).toEqual(['flagSets', 'flagSets'])
  })
})

describe('a page that is left for the back/forward cache', () => {
  const leave = () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

  /** The answers so far. */
  function watch<T>(promise: Promise<T>) {
    const answers: T[] = []
    void promise.then((answer) => answers.push(answer))
    return { promise, answers }
  }

  /**
   * Databases that are open at this moment tell the page nothing while it is in the cache, and never tell it later, as
   * in Firefox.
   */
  function loseWhatEndsAway() {
    let isAway = false
    const { transaction } = IDBDatabase.prototype
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const lose = (event: Event) => isAway && event.stopPropagation()
    window.addEventListener('pagehide', () => (isAway = true), options)
    IDBDatabase.prototype.transaction = function (...given) {
      if (!isAway)
        for (const type of ['complete', 'abort', 'success', 'error']) this.addEventListener(type, lose, options)
      return transaction.apply(this, given)
    }
    return {
      comeBack() {
        isAway = false
        comeBack()
      },
      restore() {
        IDBDatabase.prototype.transaction = transaction
        listening.abort()
      },
    }
  }

  it('a page that is left for the back/forward cache stops reading, continues once it is back, and stores an event that it tracks at once', async () => {
    const store = await indexedDbEventStore(newName())
    await store.change(add('a'))
    const reading = watch(idsIn(store))
    await Promise.resolve()
    leave()
    const later = watch(store.all())
    // Later writes have been answered, so the earlier ones would have been answered too.
    expect(await store.change(add('b'))).toEqual(STORED)
    expect([reading.answers, later.answers]).toEqual([[], []])
    comeBack()
    expect(await reading.promise).toEqual(['a', 'b'])
    expect(await later.promise).toHaveLength(2)
  })

  it('a page that is left for the back/forward cache does not make a change that has to read first, and makes it once it is back', async () => {
    const name = newName()
    const store = await indexedDbEventStore(name)
    await store.change([{ type: 'add', record: { event: { id: 'a' }, todo: ['pending'] } }])
    const changing = watch(store.change([{ type: 'amend', record: { event: { id: 'a' }, todo: ['one'] } }]))
    await Promise.resolve()
    leave()
    expect(await recordsIn(databaseOf(name), 'events')).toEqual([{ event: { id: 'a' }, todo: ['pending'] }])
    expect(changing.answers).toEqual([])
    comeBack()
    expect(await changing.promise).toEqual(STORED)
    expect(await recordsIn(databaseOf(name), 'events')).toEqual([{ event: { id: 'a' }, todo: ['one'] }])
  })

  it('a page that is left for the back/forward cache keeps an event that it stores while the page is left, and repeats a read, without an event of the browser', async () => {
    const name = newName()
    const store = await indexedDbEventStore(name)
    await store.change(add('a'))
    const firefox = loseWhatEndsAway()
    const reading = watch(idsIn(store))
    const changing = watch(store.change(add('b')))
    await Promise.resolve()
    leave()
    await expect.poll(() => recordsIn(databaseOf(name), 'events')).toHaveLength(2)
    expect([reading.answers, changing.answers]).toEqual([[], []])
    firefox.comeBack()
    firefox.restore()
    expect(await reading.promise).toEqual(['a', 'b'])
    expect(await changing.promise).toEqual(STORED)
  })
})

it('a transaction whose request has failed does not count as completed even if it completes, as in WebKit', async () => {
  const opening = indexedDB.open(databaseOf(newName()))
  opening.onupgradeneeded = () => void opening.result.createObjectStore('items', { keyPath: 'id' })
  const transaction = (await result(opening)).transaction('items', 'readwrite')
  const isDone = completed(transaction)
  const hasEnded = new Promise((resolve) => transaction.addEventListener('complete', resolve))
  transaction.objectStore('items').add({ id: 'a' })
  transaction.objectStore('items').add({ id: 'a' }).onerror = (event) => event.preventDefault()
  await hasEnded
  expect(await isDone).toBe(false)
})
