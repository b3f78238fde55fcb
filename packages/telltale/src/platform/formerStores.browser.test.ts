import { afterEach, expect, it } from 'vitest'
import type { Storable } from '../core/ports/eventStore.ts'
import { indexedDbEventStore } from './indexedDbEventStore.ts'

const PREFIX = 'former:'
let count = 0
const newName = () => ({ prefix: PREFIX, appName: `${Date.now()}-${(count += 1)}`, destinations: ['collector', 'new'] })

afterEach(() => localStorage.clear())

interface Former {
  version: 1 | 2
  waiting?: object[]
  log: object[]
  bookmarks?: Record<string, unknown>
  flagSets?: object[]
}

/** Creates a database as a former version of the library has left it. */
async function writeFormer(name: string, { version, waiting = [], log, bookmarks = {}, flagSets = [] }: Former) {
  const open = indexedDB.open(name, version)
  open.onupgradeneeded = () => {
    open.result.createObjectStore('waiting', { keyPath: 'id' })
    open.result.createObjectStore('log', { autoIncrement: true }).createIndex('id', 'id', { unique: true })
    open.result.createObjectStore('bookmarks')
    if (version === 2) open.result.createObjectStore('flagSets', { keyPath: 'id' })
  }
  await new Promise((resolve) => (open.onsuccess = resolve))
  const transaction = open.result.transaction([...open.result.objectStoreNames], 'readwrite')
  for (const draft of waiting) transaction.objectStore('waiting').put(draft)
  for (const event of log) transaction.objectStore('log').add(event)
  for (const [reader, position] of Object.entries(bookmarks)) transaction.objectStore('bookmarks').put(position, reader)
  for (const set of flagSets) transaction.objectStore('flagSets').put(set)
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  open.result.close()
}

async function recordsOf(name: ReturnType<typeof newName>) {
  const store = await indexedDbEventStore<Storable>(name)
  return (await store.all()).map(({ event, todo, reasons }) => ({ ...event, todo, ...(reasons && { reasons }) }))
}

const store = (name: ReturnType<typeof newName>, key: string, value: object) =>
  localStorage.setItem(`${PREFIX}${key.replace('app', name.appName)}`, JSON.stringify(value))

it('each destination gets the events of a former database that are after its bookmark, and a new destination gets all', async () => {
  const name = newName()
  const flagSet = { id: 'set-1', properties: { 'LDFF: plan': true } }
  await writeFormer(`${PREFIX}events:${name.appName}`, {
    version: 2,
    waiting: [{ id: 'draft' }],
    log: [{ id: '1' }, { id: '2', flagSet: 'set-1' }, { id: '3' }],
    bookmarks: { collector: 1, other: 2 },
    flagSets: [flagSet],
  })
  const expected = [
    { id: '1', todo: ['new'] },
    { id: '2', flagSet, todo: ['collector', 'new'] },
    { id: '3', todo: ['collector', 'new', 'other'] },
    { id: 'draft', todo: ['hold'] },
  ]
  expect(await recordsOf(name)).toEqual(expected)
  expect(await recordsOf(name)).toEqual(expected)
})

it('the events of the first version of the database keep the flags among their properties', async () => {
  const name = newName()
  const event = { id: '1', properties: { 'LDFF: plan': true } }
  await writeFormer(`${PREFIX}events:${name.appName}`, { version: 1, log: [event] })
  expect(await recordsOf(name)).toEqual([{ ...event, todo: ['collector', 'new'] }])
})

it('events that were refused in a former version are still refused, and their database is deleted', async () => {
  const name = newName()
  await writeFormer(`${PREFIX}events:${name.appName}`, { version: 2, log: [] })
  const flagSet = { id: 'set-1', properties: {} }
  await writeFormer(`${PREFIX}refused:${name.appName}`, {
    version: 2,
    log: [{ id: 'collector 1', destination: 'collector', reason: 'status 400', event: { id: '1' }, flagSet: 'set-1' }],
    flagSets: [flagSet],
  })
  expect(await recordsOf(name)).toEqual([
    { id: '1', flagSet, todo: ['refused:collector'], reasons: { collector: 'status 400' } },
  ])
  const names = (await indexedDB.databases()).map((database) => database.name)
  expect(names).not.toContain(`${PREFIX}refused:${name.appName}`)
})

it('writes that a former version has left in localStorage are taken up once, and events that were handed to a script are done', async () => {
  const name = newName()
  const flagSet = { id: 'set-1', properties: { 'LDFF: plan': true } }
  store(name, 'flagset:app:page:set-1', flagSet)
  store(name, 'aside:app:1:append', {
    type: 'append',
    item: { id: '1', flagSet: 'flagset:app:page:set-1'.replace('app', name.appName) },
  })
  store(name, 'aside:app:2:release', { type: 'release', item: { id: '2', text: 'complete' } })
  store(name, 'aside:app:2:hold', { type: 'hold', item: { id: '2' } })
  store(name, 'aside:app:3:hold', { type: 'hold', item: { id: '3' } })
  store(name, 'aside:app:3:identify', { type: 'identify', item: { id: '3', text: 'identified' } })
  store(name, 'handed-over:deliver:app:new', ['1'])
  expect(await recordsOf(name)).toEqual([
    { id: '1', flagSet, todo: ['collector'] },
    { id: '2', text: 'complete', todo: ['collector', 'new'] },
    { id: '3', text: 'identified', todo: ['hold'] },
  ])
  const left = Object.keys(localStorage).filter((key) => key.includes(':aside:') || key.includes('handed-over'))
  expect(left).toEqual([])
})

it('a browser without a former version has no database of refused events afterwards', async () => {
  const name = newName()
  expect(await recordsOf(name)).toEqual([])
  const names = (await indexedDB.databases()).map((database) => database.name)
  expect(names).not.toContain(`${PREFIX}refused:${name.appName}`)
})
