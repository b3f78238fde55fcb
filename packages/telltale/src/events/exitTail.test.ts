import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../core/model/event.ts'
import { anEvent } from '../testing/anEvent.ts'
import { createExitTail } from './exitTail.ts'

const ids = (events: readonly StoredEvent[]) => events.map(({ id }) => id)

const ANY = () => true

describe('the exit tail', () => {
  it('gives what is not settled, in order', () => {
    const tail = createExitTail()
    for (const id of ['1', '2', '3']) tail.add(anEvent(id))
    tail.remove([anEvent('2')])
    expect(ids(tail.newest(10_000, ANY))).toEqual(['1', '3'])
  })

  it('gives the newest when not all fit, counting bytes and not characters', () => {
    const tail = createExitTail()
    const sizeOf = (item: StoredEvent) => new TextEncoder().encode(JSON.stringify(item)).length + 1
    const wide = anEvent('2', { name: 'Größe ⛟' })
    tail.add(anEvent('1'))
    tail.add(wide)
    tail.add(anEvent('3'))
    const room = sizeOf(wide) + sizeOf(anEvent('3'))
    expect(tail.newest(room, ANY)).toEqual([wide, anEvent('3')])
    expect(ids(tail.newest(room - 1, ANY))).toEqual(['3'])
    expect(tail.newest(0, ANY)).toEqual([])
    expect(ids(tail.newest(10_000, ({ id }) => id !== '2'))).toEqual(['1', '3'])
  })

  it('leaves out an event that alone is larger than the room, and gives the older ones', () => {
    const tail = createExitTail()
    for (const name of ['1', 'x'.repeat(1_000), '3']) tail.add(anEvent(name))
    expect(ids(tail.newest(500, ANY))).toEqual(['1', '3'])
  })

  it('leaves out an event that is nested too deeply to be written as JSON, and gives the others', () => {
    const tail = createExitTail()
    const nested = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as []
    for (const event of [anEvent('1'), anEvent('2', { properties: { nested } }), anEvent('3')]) tail.add(event)
    expect(ids(tail.newest(64_000, ANY))).toEqual(['1', '3'])
  })

  it('tells what is in the log from what is on its way there', () => {
    const tail = createExitTail()
    const [one, two] = [anEvent('1'), anEvent('2')]
    for (const event of [one, two]) tail.add(event)
    tail.note([one, anEvent('of another page')])
    expect(ids(tail.logged())).toEqual(['1'])
    tail.remove([one])
    expect([tail.has(one), tail.has(two)]).toEqual([false, true])
    expect(tail.logged()).toEqual([])
  })

  it('is bounded: the oldest is forgotten', () => {
    const tail = createExitTail()
    for (let id = 0; id < 201; id += 1) tail.add(anEvent(String(id)))
    const events = tail.newest(1_000_000, ANY)
    expect(events).toHaveLength(200)
    expect(events[0]?.id).toBe('1')
  })
})
