import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EventDefinitions } from '../core/model/definitions.ts'
import { fakeObservedLayer } from '../testing/fakeObservedLayer.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { promiseClasses } from '../testing/promiseClasses.suite.ts'
import { validateEvents } from './validateEvents.ts'

const events: EventDefinitions = {
  'Quote sent': z.object({ total: z.number(), lines: z.array(z.object({ days: z.number() })).optional() }),
  'Machine selected': v.object({ machine: v.string() }),
  'Search used': type({ words: 'string' }),
  Late: { '~standard': { version: 1, vendor: 'test', validate: async () => ({ issues: [{ message: 'Too late' }] }) } },
  Broken: {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: () => {
        throw new Error('no idea')
      },
    },
  },
}

function watch(given?: EventDefinitions | (() => PromiseLike<EventDefinitions>), parts: object = {}) {
  const { layer, publish, warnings } = fakeObservedLayer(parts)
  const stop = validateEvents(given).start(layer)
  const track = (name: string, properties: Record<string, unknown> = {}, options = {}) =>
    publish('call', { name, given: properties, options })
  return { said: warnings, track, stop, settle: () => fakePlatform().settle() }
}

describe('validateEvents checks an event against its schema', () => {
  it.each([
    ['zod', 'Quote sent', { total: 1 }, []],
    ['zod', 'Quote sent', {}, ['total: Invalid input: expected number, received undefined. (T136)']],
    [
      'zod',
      'Quote sent',
      { total: 1, lines: [{ days: 'x' }] },
      ['lines.0.days: Invalid input: expected number, received string. (T136)'],
    ],
    ['valibot', 'Machine selected', { machine: 'M-1' }, []],
    ['valibot', 'Machine selected', { machine: 1 }, ['machine: Invalid type: Expected string but received 1. (T136)']],
    ['arktype', 'Search used', { words: 'crane' }, []],
    ['arktype', 'Search used', { words: 1 }, ['words must be a string (was a number). (T136)']],
    ['a schema that throws', 'Broken', {}, ['Its schema has failed: no idea. (T135)']],
    ['no schema', 'Quote snt', {}, ['It is not among the events that are defined. (T134)']],
    [
      'no schema, for a name that objects inherit',
      'toString',
      {},
      ['It is not among the events that are defined. (T134)'],
    ],
  ])('validateEvents checks an event against its schema from %s (%#)', (_library, name, properties, sentences) => {
    const { said, track } = watch(events)
    track(name, properties)
    expect(said).toEqual(sentences.map((sentence) => `"${name}": ${sentence}`))
  })

  it('validateEvents checks an event against its schema accepts a schema that answers asynchronously', async () => {
    const { said, track, settle } = watch(events)
    track('Late')
    expect(said).toEqual([])
    await settle()
    expect(said).toEqual(['"Late": Too late. (T136)'])
  })

  it.each(promiseClasses)(
    'validateEvents checks an event against its schema accepts schemas that load asynchronously, and answer so, with %s',
    async (_, promiseOf) => {
      const validate = () =>
        promiseOf(async () => ({ issues: [{ message: 'Too late' }] })) as Promise<{ issues: { message: string }[] }>
      const late = { '~standard': { version: 1, vendor: 'test', validate } } as const
      const { said, track, settle } = watch(() => promiseOf(async () => ({ ...events, 'Quite late': late })))
      track('Quote snt')
      track('Quite late')
      await settle()
      expect(said).toEqual([
        '"Quote snt": It is not among the events that are defined. (T134)',
        '"Quite late": Too late. (T136)',
      ])
    },
  )

  it('validateEvents checks an event against its schema reports only vendor limits if the schemas fail to load', async () => {
    const { said, track, settle } = watch(() => Promise.reject(new Error('no such chunk')), { destinations: ['heap'] })
    track('Quote snt')
    track('x'.repeat(256))
    await settle()
    expect(said).toEqual([expect.stringContaining('heap: its name has 256 characters')])
  })

  it('validateEvents checks an event against its schema uses the event definitions of the settings by default, and expects nothing when no events are defined', () => {
    const withDefinitions = watch(undefined, { definitions: { events } })
    withDefinitions.track('Quote sent')
    expect(withDefinitions.said).toHaveLength(1)
    const without = watch()
    without.track('Quote snt')
    expect(without.said).toEqual([])
  })
})

describe('validateEvents does not throw into the page', () => {
  it.each([
    [
      'when reading a property throws',
      {
        get total() {
          throw new Error('not yet')
        },
      },
    ],
    ['when the properties are a proxy that throws', new Proxy({}, { ownKeys: () => ['a', 'a'] })],
  ])('%s', async (_sentence, given) => {
    const { said, track, settle } = watch(undefined, { destinations: ['heap', 'intercom', 'datadog'] })
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    process.on('uncaughtException', note)
    track('Quote sent', given, { messaging: true })
    await settle()
    process.off('uncaughtException', note)
    expect([said, uncaught]).toEqual([[], []])
  })

  it('validateEvents does not throw into the page does not throw when an asynchronous schema returns nothing', async () => {
    const nothing = { '~standard': { version: 1, vendor: 'test', validate: async () => undefined as never } } as const
    const { said, track, settle } = watch({ Late: nothing })
    track('Late')
    await settle()
    expect(said).toEqual([expect.stringContaining('Its schema has failed')])
  })
})

describe('validateEvents reports the problems of an event', () => {
  it('validateEvents reports the problems of an event once for each event name, all of them in one message', () => {
    const { said, track } = watch(events, { destinations: ['heap'] })
    const note = 'x'.repeat(2_000)
    track('Quote sent', { note })
    track('Quote sent', { total: 'x' })
    track('Machine selected')
    expect(said).toHaveLength(2)
    expect(said[0]).toBe(
      '"Quote sent": total: Invalid input: expected number, received undefined. (T136) heap: note has 2000 characters, of which 1023 are kept. (T137)',
    )
  })

  it('validateEvents reports the problems of an event even if the same event was valid before', () => {
    const { said, track } = watch(events)
    track('Quote sent', { total: 1 })
    track('Quote sent', {})
    expect(said).toHaveLength(1)
  })

  it('validateEvents reports the problems of an event for the messaging widget, if the event is sent there', () => {
    const { said, track } = watch(undefined, { destinations: ['intercom'] })
    track('Quote sent', { lines: [] })
    track('Quote sent', { lines: [] }, { messaging: true })
    expect(said).toEqual(['"Quote sent": intercom: lines is nested, which is not kept. (T137)'])
  })

  it('validateEvents reports the problems of an event not after the layer has been stopped', () => {
    const { said, track, stop } = watch(events)
    stop()
    track('Quote snt')
    expect(said).toEqual([])
  })
})
