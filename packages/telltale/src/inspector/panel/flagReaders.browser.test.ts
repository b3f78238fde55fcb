import { expect, it } from 'vitest'
import { createBus } from '../../core/lib/listeners.ts'
import type { ObservedLayer, ObservedTopics } from '../../core/observer.ts'
import { flagReaders } from './flagReaders.ts'

it('without React, a flag is read from the first exposure that is heard, and nothing is heard after the end', () => {
  const bus = createBus<ObservedTopics>()
  const readers = flagReaders({ on: bus.on, flags: {} } as unknown as ObservedLayer)
  expect(readers.look()('pricing')).toBe('Not read since the panel was opened.')
  bus.publish('exposure', { key: 'pricing', flag: undefined })
  expect(readers.look()('pricing')).toBe('Read since the panel was opened, but by no component that is on the page.')
  readers.stop()
  expect(bus.isHeard('exposure')).toBe(false)
})
