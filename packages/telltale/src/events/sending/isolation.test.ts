import { describe, expect, it } from 'vitest'
import { createIsolation } from './isolation.ts'
import type { CompleteRecord } from '../store/storedRecord.ts'
import { anEvent } from '../../testing/fakeHost.ts'

const records = (...ids: string[]): CompleteRecord[] => ids.map((id) => ({ event: anEvent(id), todo: ['collector'] }))
const [one, two, three, four] = records('1', '2', '3', '4') as [
  CompleteRecord,
  CompleteRecord,
  CompleteRecord,
  CompleteRecord,
]
const all = [one, two, three, four]
const ids = (found: readonly CompleteRecord[]) => found.map(({ event }) => event.id).join('')

describe('the isolation of events that a destination rejects', () => {
  it('the isolation of events that a destination rejects halves a batch that is rejected, and doubles it again when one is taken', () => {
    const isolation = createIsolation(4)
    const batches = [4, 2, 0, 0].map((rejected) => {
      const batch = ids(isolation.next(all))
      isolation.end(rejected === 0, rejected, 0)
      return batch
    })
    expect([...batches, ids(isolation.next(all))]).toEqual(['1234', '12', '1', '12', '1234'])
  })

  it('the isolation of events that a destination rejects tries all others before an event for which the destination throws alone, and then that event again', () => {
    const isolation = createIsolation(1)
    expect([ids(isolation.next(all)), isolation.isAtFault(one, true)]).toEqual(['1', false])
    expect(ids(isolation.next(all))).toBe('2')
    expect(ids(isolation.next([one]))).toBe('')
    isolation.take([two])
    expect([ids(isolation.next([one])), isolation.isAtFault(one, true)]).toEqual(['1', true])
  })

  it('no event is isolated any more when an isolated event is taken', () => {
    const isolation = createIsolation(4)
    for (const event of [one, two]) isolation.isAtFault(event, true)
    isolation.start()
    expect(ids(isolation.next(all))).toBe('1234')
    isolation.take([one])
    expect(ids(isolation.next([two, three]))).toBe('23')
  })

  it('the isolation of events that a destination rejects finds an event that is refused alone at fault at once', () => {
    expect(createIsolation(4).isAtFault(one, false)).toBe(true)
  })

  it('the isolation of events that a destination rejects tries the newest and the oldest events in turn after seven rejections in a row', () => {
    const isolation = createIsolation(1)
    const batches = Array.from({ length: 10 }, () => {
      const batch = ids(isolation.next(all))
      isolation.end(false, 0, 0)
      return batch
    })
    expect(batches.join('')).toBe('1111111414')
  })

  it('the isolation of events that a destination rejects asks for a pause after sixteen rejections in a row, and for the next one after half as many', () => {
    const rejectionsUntilPause = (pauses: number) => {
      const isolation = createIsolation(1)
      let rejections = 1
      while (!isolation.end(false, 0, pauses)) rejections += 1
      return rejections
    }
    expect([0, 1, 2, 3, 4, 40].map(rejectionsUntilPause)).toEqual([16, 8, 4, 2, 2, 2])
  })
})
