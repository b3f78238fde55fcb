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

it('of components whose names a bundler has shortened, three places are named, and the rest is counted', () => {
  expect(
    namesOf([
      ['a component at button.save', 2],
      ['Price', 1],
      ['a component at main > p', 1],
      ['Tab', 3],
      ['a component at section#prices', 1],
      ['a component at li.row', 4],
    ]),
  ).toEqual([
    'Price',
    'Tab (3)',
    'a component at button.save (2)',
    'a component at main > p',
    'a component at section#prices',
    '4 with minified names elsewhere',
  ])
})
