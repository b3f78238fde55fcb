import { expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { createBus } from '../core/lib/listeners.ts'
import { readableOf } from '../core/lib/readable.ts'
import type { ObservedLayer, ObservedTopics } from '../core/observer.ts'
import { newestFirst, watchLayer } from './seen.ts'

it('has the events in the order in which they happened: a load event is heard when its user is known', () => {
  const bus = createBus<ObservedTopics>()
  const identity = { current: readableOf({}), confirmed: readableOf({}), failure: readableOf(undefined) }
  const seen = watchLayer({ on: bus.on, identity } as unknown as ObservedLayer)
  bus.publish('progress', { id: 'a', name: 'Fleet viewed', step: 'happened', at: 200 })
  bus.publish('progress', { id: 'b', name: 'Load', step: 'happened', at: 300 })
  expect(newestFirst(seen).map(({ name }) => name)).toEqual(['Load', 'Fleet viewed'])
  bus.publish('event', { id: 'b', name: 'Load', at: 100 } as AnalyticsEvent)
  expect(newestFirst(seen).map(({ name, at }) => [name, at])).toEqual([
    ['Fleet viewed', 200],
    ['Load', 100],
  ])
})
