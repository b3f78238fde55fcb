import { expect, it } from 'vitest'
import { createBus } from '../../core/lib/listeners.ts'
import type { ObservedLayer, ObservedTopics } from '../../core/observer.ts'
import { flagReaders, namesOf } from './flagReaders.ts'

it('without React, a flag is read from the first exposure that is heard, and nothing is heard after the end', () => {
  const bus = createBus<ObservedTopics>()
  const readers = flagReaders({ on: bus.on, flags: {} } as unknown as ObservedLayer)
  expect(readers.look()('pricing').words).toBe('Not read since the panel was opened.')
  bus.publish('exposure', { key: 'pricing', flag: undefined })
  expect(readers.look()('pricing').words).toBe(
    'Read since the panel was opened, but by no component that is on the page.',
  )
  readers.stop()
  expect(bus.isHeard('exposure')).toBe(false)
})

it.each([
  ['Read by Price, Tab (3).', ['Price', 'Tab', 'Tab', 'Tab']],
  ['Read by a component.', ['']],
  ['Read by 3 components.', ['', '', '']],
  ['Read by Price and 2 more.', ['', 'Price', '']],
  ['Read by A1x, B1x, C1x, D1x, E1x, F1x, G1x, H1x (2) and 2 more.', [...'ABCDEFGHHIJ'].map((one) => `${one}1x`)],
])('%s', (words, names) => {
  expect(namesOf(names.map((name) => ({ name })))).toBe(words)
})
