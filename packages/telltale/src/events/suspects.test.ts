import { describe, expect, it } from 'vitest'
import { anEvent } from '../testing/anEvent.ts'
import type { CompleteRecord } from './storedRecord.ts'
import { createSuspects } from './suspects.ts'

const records = (...ids: string[]): CompleteRecord[] => ids.map((id) => ({ event: anEvent(id), todo: ['collector'] }))
const ids = (found: readonly CompleteRecord[]) => found.map(({ event }) => event.id).join('')

describe('the search for events that a destination rejects', () => {
  it('halves a rejected batch, and begins with the older half', () => {
    const suspects = createSuspects()
    const all = records('1', '2', '3', '4', '5')
    suspects.reject(all)
    expect(ids(suspects.next(all, 50))).toBe('123')
    suspects.reject(all.slice(0, 3))
    expect(ids(suspects.next(all, 50))).toBe('12')
  })

  it('keeps the halves of a batch that is sent as a whole again after a pause', () => {
    const suspects = createSuspects()
    const all = records('1', '2', '3', '4')
    suspects.reject(all)
    suspects.reject([...all, ...records('5')])
    expect(ids(suspects.next(all, 50))).toBe('12')
  })

  it('tries the newest and the oldest events in turn after seven rejections in a row', () => {
    const suspects = createSuspects()
    const all = records('1', '2', '3', '4')
    for (let time = 0; time < 7; time += 1) suspects.reject(all.slice(0, 2))
    expect([ids(suspects.next(all, 50)), ids(suspects.next(all, 50))]).toEqual(['34', '1'])
    suspects.take(records('3', '4'))
    expect(ids(suspects.next(all, 50))).toBe('1')
  })

  it('counts an event as refused if the destination has thrown for it alone twice, and has taken others since it first threw', () => {
    const suspects = createSuspects()
    const [bad, ...others] = records('1', '2', '3') as [CompleteRecord, ...CompleteRecord[]]
    suspects.reject([bad, ...others])
    expect([suspects.isProven(bad), suspects.isProven(bad)]).toEqual([false, false])
    expect(ids(suspects.next([bad], 50))).toBe('')
    suspects.take(others)
    expect(ids(suspects.next([bad], 50))).toBe('1')
    expect(suspects.isProven(bad)).toBe(true)
  })
})
