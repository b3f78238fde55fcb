import { expect, it } from 'vitest'
import { batchOf, eventWith } from '../testing/batches.ts'
import { createGroups, type WriteGroup, type Written } from './groups.ts'
import type { Batch } from './store.ts'

const groupsOf = (lanes: number, write: WriteGroup) =>
  createGroups(write, { lanes, maxEvents: 2_000, maxLength: 4_000_000 })

/** Writes when it is told to. */
function controlled(lanes: number) {
  const groups: { readonly sizes: readonly number[]; readonly finish: () => void; readonly fail: () => void }[] = []
  const write = (batches: readonly Batch[]) =>
    new Promise<readonly Written[]>((resolve) =>
      groups.push({
        sizes: batches.map(({ events }) => events.length),
        finish: () => resolve(batches.map(({ events }) => events.map(() => 'new'))),
        fail: () => resolve(batches.map(() => new Error('away'))),
      }),
    )
  return { groups, ...groupsOf(lanes, write) }
}

const many = (count: number, size = 1) =>
  Array.from({ length: count }, () => eventWith({ body: JSON.stringify({ text: 'x'.repeat(size) }) }))
const moment = () => new Promise((resolve) => setTimeout(resolve, 5))

it('writes batches that arrive while all lanes are busy together', async () => {
  const { append, groups } = controlled(2)
  const appended = [append(batchOf(many(1))), append(batchOf(many(2)))]
  await moment()
  expect(groups.map(({ sizes }) => sizes)).toEqual([[1, 2]])
  appended.push(append(batchOf(many(3))))
  await moment()
  expect(groups.map(({ sizes }) => sizes)).toEqual([[1, 2], [3]])
  appended.push(append(batchOf(many(4))), append(batchOf(many(5))))
  await moment()
  expect(groups).toHaveLength(2)
  groups[1]?.finish()
  await moment()
  expect(groups.map(({ sizes }) => sizes)).toEqual([[1, 2], [3], [4, 5]])
  for (const { finish } of groups) finish()
  expect((await Promise.all(appended)).map((outcomes) => outcomes.length)).toEqual([1, 2, 3, 4, 5])
})

it('writes at most 2,000 events and 4 MB together, and gives what is left to another lane', async () => {
  const { append, groups } = controlled(3)
  const appended = [batchOf(many(1_500)), batchOf(many(501)), batchOf(many(2, 3_000_000)), batchOf([])].map((batch) =>
    append(batch),
  )
  await expect.poll(() => groups.length).toBe(3)
  expect(groups.map(({ sizes }) => sizes)).toEqual([[1_500], [501, 1], [1, 0]])
  for (const { finish } of groups) finish()
  expect((await Promise.all(appended)).map((outcomes) => outcomes.length)).toEqual([1_500, 501, 2, 0])
})

it.each([
  ['once', false, [5]],
  ['with each event', true, [2, 2, 1]],
])('counts flags that events share as they are written: %s', async (_, writesFlagsOften, expected) => {
  const sizes: number[] = []
  const write: WriteGroup = async (batches) => {
    sizes.push(...batches.map(({ events }) => events.length))
    return batches.map(({ events }) => events.map(() => 'new'))
  }
  const { append } = createGroups(write, { lanes: 1, maxEvents: 10, maxLength: 2_500, writesFlagsOften })
  const flags = { digest: 'd', json: 'x'.repeat(1_000) }
  await append(batchOf(Array.from({ length: 5 }, () => eventWith({ body: '{}', flags }))))
  expect(sizes).toEqual(expected)
})

it('settles each batch by itself', async () => {
  const { append } = groupsOf(1, async (batches) =>
    batches.map(({ events }) => (events.length === 2 ? new Error('away') : ['new'])),
  )
  const results = await Promise.allSettled([
    append(batchOf(many(1))),
    append(batchOf(many(2))),
    append(batchOf(many(1))),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('writes a batch that is too large in pieces, and tells what it says about pages once', async () => {
  const pages = [{ page: 'p', last: 3, fates: [] }]
  const told: (readonly [events: number, pages: number])[] = []
  const { append } = groupsOf(1, async (batches) => {
    for (const batch of batches) told.push([batch.events.length, batch.pages.length])
    return batches.map((batch) => batch.events.map(({ n }) => (n === 4_000 ? { refused: 'guilty' } : 'new')))
  })
  const events = Array.from({ length: 4_100 }, (_, n) => eventWith({ n }))
  const outcomes = await append(batchOf(events, { pages }))
  expect(told).toEqual([
    [2_000, 1],
    [2_000, 0],
    [100, 0],
  ])
  expect(outcomes.map((outcome, n) => (outcome === 'new' ? [] : n)).flat()).toEqual([4_000])
})

it('rejects a batch of which one piece is not written, when the others are settled', async () => {
  const { append, groups } = controlled(3)
  const appended = append(batchOf(many(2, 3_000_000)), new AbortController().signal)
  await expect.poll(() => groups.length).toBe(2)
  groups[0]?.fail()
  let isSettled = false
  const settled = appended.catch((error: Error) => error.message).finally(() => (isSettled = true))
  await moment()
  expect(isSettled).toBe(false)
  groups[1]?.finish()
  expect(await settled).toBe('away')
})

it('leaves out what is aborted while it waits', async () => {
  const { append, groups } = controlled(1)
  const gone = new AbortController()
  const appended = [append(batchOf(many(1)))]
  await moment()
  appended.push(append(batchOf(many(2)), gone.signal), append(batchOf(many(3))))
  const settled = Promise.allSettled(appended)
  gone.abort(new Error('gone'))
  groups[0]?.finish()
  await expect.poll(() => groups.length).toBe(2)
  groups[1]?.finish()
  expect(groups[1]?.sizes).toEqual([3])
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('lets requests in between two groups of a store that writes without waiting', async () => {
  const log: string[] = []
  const { append } = groupsOf(1, async (batches) => {
    log.push('group')
    setImmediate(() => log.push('request'))
    return batches.map(() => ['new'])
  })
  const appended = [append(batchOf(many(1_500))), append(batchOf(many(1_500)))]
  await Promise.all(appended)
  expect(log.slice(0, 3)).toEqual(['group', 'request', 'group'])
})

it('writes what waits before it is closed, and nothing after', async () => {
  const { append, groups, close } = controlled(1)
  const appended = [append(batchOf(many(1))), append(batchOf(many(2_000)))]
  let isClosed = false
  const closed = close().then(() => (isClosed = true))
  await expect(append(batchOf([]))).rejects.toThrow('closed')
  await expect.poll(() => groups.length).toBe(1)
  groups[0]?.finish()
  await expect.poll(() => groups.length).toBe(2)
  expect(isClosed).toBe(false)
  groups[1]?.finish()
  await closed
  expect((await Promise.all(appended)).map((outcomes) => outcomes.length)).toEqual([1, 2_000])
})
