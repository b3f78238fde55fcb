import { expect, it } from 'vitest'
import { batchOf, eventWith } from '../testing/batches.ts'
import { createLanes, type Piece, type Settled } from './lanes.ts'

/** Writes when it is told to. */
function controlled(lanes: number) {
  const groups: { readonly sizes: readonly number[]; readonly finish: () => void }[] = []
  const write = (pieces: readonly Piece[]) =>
    new Promise<readonly Settled[]>((resolve) =>
      groups.push({
        sizes: pieces.map(({ events }) => events.length),
        finish: () => resolve(pieces.map(({ events }) => ({ status: 'fulfilled', value: events.map(() => 'new') }))),
      }),
    )
  return { groups, ...createLanes(lanes, write) }
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

it('settles each batch by itself', async () => {
  const { append } = createLanes(1, (pieces) =>
    Promise.resolve(
      pieces.map(({ events }) =>
        events.length === 2
          ? { status: 'rejected', reason: new Error('away') }
          : { status: 'fulfilled', value: ['new'] },
      ),
    ),
  )
  const results = await Promise.allSettled([
    append(batchOf(many(1))),
    append(batchOf(many(2))),
    append(batchOf(many(1))),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
