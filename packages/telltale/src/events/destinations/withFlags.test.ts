import { describe, expect, it } from 'vitest'
import type { FlagSet, StoredEvent } from '../../core/model/event.ts'
import { copyOfEvent, eventJson, frozenEvent, withFlags } from './withFlags.ts'

/** A set of flags that counts how often its values are read. */
function countedSet() {
  const counts = { reads: 0 }
  const properties = Object.defineProperty({ 'LDFF: limits': { most: 3 } }, 'LDFF: plan', {
    enumerable: true,
    get() {
      counts.reads += 1
      return 'gold'
    },
  }) as unknown as FlagSet['properties']
  const flagSet: FlagSet = { id: 'set', properties, flags: { plan: { property: 'LDFF: plan' } }, overridden: ['plan'] }
  return { counts, flagSet }
}

const eventOf = (flagSet: FlagSet, id = 'a'): StoredEvent => ({
  ...{ id, name: 'Quote sent', at: 1, url: '', epoch: 'e', page: 'p', n: 1, identity: { id: 'ida' }, flagSet },
  properties: { total: 3, 'LDFF: plan': 'not the flag' },
})

const WHOLE = { total: 3, 'LDFF: plan': 'gold', 'LDFF: limits': { most: 3 } }

describe('an event as it is handed out', () => {
  it.each([
    ['JSON', (event: object) => JSON.parse(JSON.stringify(event)) as object],
    ['a spread', (event: object) => ({ ...event })],
    ['a structured clone', (event: object) => structuredClone(event)],
  ])('has all its properties in %s, and the flags replace those of the application', (_, copy) => {
    const { flagSet } = countedSet()
    const event = eventOf(flagSet)
    for (const given of [withFlags(event), frozenEvent(event), copyOfEvent(withFlags(event))]) {
      const { flagSet: _set, ...rest } = event
      expect(copy(given)).toEqual({ ...rest, overridden: ['plan'], properties: WHOLE })
    }
  })

  it('puts the flags together only when its properties are read, and once', () => {
    const { counts, flagSet } = countedSet()
    const event = withFlags(eventOf(flagSet))
    expect([event.name, event.identity, counts.reads]).toEqual(['Quote sent', { id: 'ida' }, 0])
    expect([event.properties['total'], event.properties['LDFF: plan'], counts.reads]).toEqual([3, 'gold', 1])
  })

  it('is one for all steps and observers, and cannot be changed', () => {
    const event = eventOf(countedSet().flagSet)
    const given = frozenEvent(event)
    expect(frozenEvent(event)).toBe(given)
    expect([given, given.properties, given.properties['LDFF: limits'], given.identity].every(Object.isFrozen)).toBe(
      true,
    )
    expect(() => Object.assign(given, { properties: {} })).toThrow(TypeError)
  })

  it('can be changed where it is a copy, which changes nothing else', () => {
    const { flagSet } = countedSet()
    const given = withFlags(eventOf(flagSet))
    const copy = copyOfEvent(given)
    Object.assign(copy.properties['LDFF: limits'] as object, { most: 4 })
    expect(copy.properties['LDFF: limits']).toEqual({ most: 4 })
    Object.assign(copy, { properties: {} })
    expect([copy.properties, given.properties]).toEqual([{}, WHOLE])
  })
})

describe('a set of flags that many events share', () => {
  it('is written once for events with all their properties', () => {
    const { counts, flagSet } = countedSet()
    const events = ['a', 'b', 'c'].map((id) => withFlags(eventOf(flagSet, id)))
    const texts = events.map(eventJson)
    expect(counts.reads).toBe(1)
    expect(texts.map((text) => JSON.parse(text))).toEqual(events)
    const bare = { ...eventOf({ id: 'none', properties: {}, flags: {} }), properties: {} }
    expect(JSON.parse(eventJson(withFlags(bare)))).toMatchObject({ id: 'a', properties: {} })
  })
})
