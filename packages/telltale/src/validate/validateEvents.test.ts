import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readableOf, writable } from '../core/lib/readable.ts'
import type { EventDefinitions } from '../core/model/definitions.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
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

function watch(given?: EventDefinitions | (() => Promise<EventDefinitions>), parts: object = {}) {
  const host = fakeHost(fakePlatform())
  const said: string[] = []
  host.bus.on('problem', ({ where, message, isError }) => said.push(`${where} ${message}${isError ? ' !' : ''}`))
  const { stop } = validateEvents(given)({
    ...host,
    diagnostics: readableOf({ ...host.diagnostics.get(), refused: {}, waiting: { held: 0, unread: {} } }),
    flagsStatus: writable('live'),
    definitions: {},
    destinations: [],
    ...parts,
  })
  const track = (name: string, properties: Record<string, unknown> = {}, options = {}) =>
    host.bus.publish('tracked', { name, given: properties, options })
  return { said, track, stop, settle: () => fakePlatform().settle() }
}

describe('in development, an event is looked at by its schema,', () => {
  it.each([
    ['zod', 'Quote sent', { total: 1 }, []],
    ['zod', 'Quote sent', {}, ['total: Invalid input: expected number, received undefined.']],
    [
      'zod',
      'Quote sent',
      { total: 1, lines: [{ days: 'x' }] },
      ['lines.0.days: Invalid input: expected number, received string.'],
    ],
    ['valibot', 'Machine selected', { machine: 'M-1' }, []],
    ['valibot', 'Machine selected', { machine: 1 }, ['machine: Invalid type: Expected string but received 1.']],
    ['arktype', 'Search used', { words: 'crane' }, []],
    ['arktype', 'Search used', { words: 1 }, ['words must be a string (was a number).']],
    ['whatever fails itself', 'Broken', {}, ['Its schema has failed: no idea.']],
    ['none', 'Quote snt', {}, ['It is not among the events that are defined.']],
    ['none, whatever objects inherit', 'toString', {}, ['It is not among the events that are defined.']],
  ])('which is one of %s (%#)', (_library, name, properties, sentences) => {
    const { said, track } = watch(events)
    track(name, properties)
    expect(said).toEqual(sentences.map((sentence) => `validate "${name}": ${sentence}`))
  })

  it('and a schema may answer later', async () => {
    const { said, track, settle } = watch(events)
    track('Late')
    expect(said).toEqual([])
    await settle()
    expect(said).toEqual(['validate "Late": Too late.'])
  })

  it('and all schemas may come later', async () => {
    const { said, track, settle } = watch(async () => events)
    track('Quote snt')
    await settle()
    expect(said).toHaveLength(1)
  })

  it('or not at all: then vendors alone have something to say', async () => {
    const { said, track, settle } = watch(() => Promise.reject(new Error('no such chunk')), { destinations: ['heap'] })
    track('Quote snt')
    track('x'.repeat(256))
    await settle()
    expect(said).toEqual([expect.stringContaining('heap: its name has 256 characters')])
  })

  it('that of the settings, when no others are given; nothing is expected where nothing is defined', () => {
    const withDefinitions = watch(undefined, { definitions: { events } })
    withDefinitions.track('Quote sent')
    expect(withDefinitions.said).toHaveLength(1)
    const without = watch()
    without.track('Quote snt')
    expect(without.said).toEqual([])
  })
})

describe('in development, an event is looked at and nothing throws into the page,', () => {
  it.each([
    [
      'although a property throws when it is read',
      {
        get total() {
          throw new Error('not yet')
        },
      },
    ],
    ['although the properties do not let themselves be looked at', new Proxy({}, { ownKeys: () => ['a', 'a'] })],
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

  it('although a schema that answers later answers nothing', async () => {
    const nothing = { '~standard': { version: 1, vendor: 'test', validate: async () => undefined as never } } as const
    const { said, track, settle } = watch({ Late: nothing })
    track('Late')
    await settle()
    expect(said).toEqual([expect.stringContaining('Its schema has failed')])
  })
})

describe('in development, what is wrong with an event is said', () => {
  it('once for each name, all of it in one sentence after the other', () => {
    const { said, track } = watch(events, { destinations: ['heap'] })
    const note = 'x'.repeat(2_000)
    track('Quote sent', { note })
    track('Quote sent', { total: 'x' })
    track('Machine selected')
    expect(said).toHaveLength(2)
    expect(said[0]).toBe(
      'validate "Quote sent": total: Invalid input: expected number, received undefined. heap: note has 2000 characters, of which 1023 are kept.',
    )
  })

  it('although the same event was right before', () => {
    const { said, track } = watch(events)
    track('Quote sent', { total: 1 })
    track('Quote sent', {})
    expect(said).toHaveLength(1)
  })

  it('for the messaging widget, where it goes there', () => {
    const { said, track } = watch(undefined, { destinations: ['intercom'] })
    track('Quote sent', { lines: [] })
    track('Quote sent', { lines: [] }, { messaging: true })
    expect(said).toEqual(['validate "Quote sent": intercom: lines is nested, which is not kept.'])
  })

  it('and no more after the layer has ended', () => {
    const { said, track, stop } = watch(events)
    stop()
    track('Quote snt')
    expect(said).toEqual([])
  })
})
