import { expect, test } from 'vitest'
import type { EventRow, EventRows } from '../feed/eventRows.ts'
import { remembered } from '../format/remembered.ts'
import { rowsBeside, rowsSince } from './rowsSince.ts'

const rows = (ids: string) => [...ids].map((id) => ({ id }))
const chunkOf = remembered(({ ids }: { ids: string }) =>
  [...ids].map((id): EventRow => ({ id, stored: undefined, life: undefined })),
)
const chunks = new Map<string, { ids: string }>()
/** Chunks that are separated by blanks. Those with the same rows are the same. */
function inChunks(texts: string): EventRows {
  const all = texts.split(' ').map((ids) => {
    const chunk = chunks.get(ids) ?? { ids }
    chunks.set(ids, chunk)
    return chunkOf(chunk)
  })
  return { chunks: all, length: all.flat().length }
}

test.each([
  ['cba', 'a', 2],
  ['a', 'a', 0],
  ['cb', 'gone', 2],
])('in %j, %j has %d rows above it', (ids, id, count) => {
  expect(rowsSince(rows(ids), id)).toBe(count)
})

test.each([
  ['cba', 'ba', 1],
  ['cxba', 'cba', 1],
  ['ba', 'ba', 0],
  ['fed cba', 'ed cba', 1],
  ['xfe d cba', 'fed cba', 1],
  ['cba zy', 'cba', 2],
])('of %j, beside %j there are %d', (ids, former, count) => {
  expect(rowsBeside(inChunks(ids), inChunks(former))).toBe(count)
})
