import { expect, it } from 'vitest'
import { createBus } from '../../core/lib/listeners.ts'
import type { ObservedLayer, ObservedTopics } from '../../core/observer.ts'
import { flagReaders, namesOf } from './flagReaders.ts'

it('without React, a flag is read from the first exposure that is heard, and nothing is heard after the end', () => {
  const bus = createBus<ObservedTopics>()
  const readers = flagReaders({ on: bus.on, flags: {} } as unknown as ObservedLayer)
  expect(readers.look()('pricing')).toBe('Not read since the panel was opened.')
  bus.publish('exposure', { key: 'pricing', flag: undefined })
  expect(readers.look()('pricing')).toBe('Read since the panel was opened, but by no component that is on the page.')
  readers.stop()
  expect(bus.isHeard('exposure')).toBe(false)
})

it('names that a bundler has shortened are counted, and not listed', () => {
  expect(
    namesOf([
      ['Pi', 2],
      ['Price', 1],
      ['w', 1],
      ['Tab', 3],
    ]),
  ).toEqual(['Price', 'Tab (3)', '3 components (their names are minified)'])
  expect(namesOf([['$n', 1]])).toEqual(['1 component (its name is minified)'])
})
