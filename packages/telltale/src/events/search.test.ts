import { describe, expect, it } from 'vitest'
import { createSearch } from './search.ts'
import type { CompleteRecord } from './storedRecord.ts'
import { anEvent } from '../testing/fakeHost.ts'

const records = (...ids: string[]): CompleteRecord[] => ids.map((id) => ({ event: anEvent(id), todo: ['collector'] }))
const [one, two, three, four] = records('1', '2', '3', '4') as [
  CompleteRecord,
  CompleteRecord,
  CompleteRecord,
  CompleteRecord,
]
const all = [one, two, three, four]
const ids = (found: readonly CompleteRecord[]) => found.map(({ event }) => event.id).join('')

describe('the search for events because of which a destination rejects batches', () => {
  it('halves a batch that is rejected, and doubles it again when one is taken', () => {
    const search = createSearch(4)
    const batches = [4, 2, 0, 0].map((rejected) => {
      const batch = ids(search.next(all))
      search.end(rejected === 0, rejected, 0)
      return batch
    })
    expect([...batches, ids(search.next(all))]).toEqual(['1234', '12', '1', '12', '1234'])
  })

  it('tries all others before an event for which the destination throws alone, and then that event again', () => {
    const search = createSearch(1)
    expect([ids(search.next(all)), search.isAtFault(one, true)]).toEqual(['1', false])
    expect(ids(search.next(all))).toBe('2')
    expect(ids(search.next([one]))).toBe('')
    search.take([two])
    expect([ids(search.next([one])), search.isAtFault(one, true)]).toEqual(['1', true])
  })

  it('suspects no event any more when a suspect is taken', () => {
    const search = createSearch(4)
    for (const suspect of [one, two]) search.isAtFault(suspect, true)
    search.start()
    expect(ids(search.next(all))).toBe('1234')
    search.take([one])
    expect(ids(search.next([two, three]))).toBe('23')
  })

  it('finds an event that is refused alone at fault at once', () => {
    expect(createSearch(4).isAtFault(one, false)).toBe(true)
  })

  it('tries the newest and the oldest events in turn after seven rejections in a row', () => {
    const search = createSearch(1)
    const batches = Array.from({ length: 10 }, () => {
      const batch = ids(search.next(all))
      search.end(false, 0, 0)
      return batch
    })
    expect(batches.join('')).toBe('1111111414')
  })

  it('asks for a pause after sixteen rejections in a row, and for the next one after half as many', () => {
    const rejectionsUntilPause = (pauses: number) => {
      const search = createSearch(1)
      let rejections = 1
      while (!search.end(false, 0, pauses)) rejections += 1
      return rejections
    }
    expect([0, 1, 2, 3, 4, 40].map(rejectionsUntilPause)).toEqual([16, 8, 4, 2, 2, 2])
  })
})
