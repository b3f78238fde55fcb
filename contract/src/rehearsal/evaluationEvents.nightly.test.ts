import { describe, expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import type { AnalyticsEvent, WireFlag } from './flagServices.ts'
import { TYPED_VALUES } from './standardValues.ts'
import { startRehearsal, USER, type Setup } from './startRehearsal.ts'

const rehearsal = await startRehearsal(startNodeService)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FALLTHROUGH = { kind: 'FALLTHROUGH' }
const IN_EXPERIMENT = { kind: 'RULE_MATCH', ruleIndex: 1, ruleId: 'id', inExperiment: true }
const anonymous = { key: 'u', anonymous: true, name: 'n', more: 1 }
const redacted = {
  ...{ key: 'u', anonymous: true },
  _meta: { redactedAttributes: expect.toSatisfy((names: string[]) => [...names].sort().join() === 'more,name') },
}
/** What each feature and debug event of the flag has. */
const common = { key: 'flag', variation: 3, version: 10, creationDate: expect.any(Number), context: USER }

const kinds = (events: readonly AnalyticsEvent[]) => events.map(({ kind }) => kind)
const ofKind = (kind: string, events: readonly AnalyticsEvent[]) => events.filter((event) => event.kind === kind)

/** A client with one flag, which has sent its identify event. */
async function open(flag: Partial<WireFlag>, setup: Setup = {}) {
  const flags = { flag: { value: 1, variation: 3, version: 20, flagVersion: 10, reason: FALLTHROUGH, ...flag } }
  const client = await rehearsal.open({ flags, ...setup })
  await client.flush()
  return client
}

/** A client whose flag is debugged for a time from now on. The clock of the service is ahead; it tells no time if this is absent. */
function openDebugged(value: unknown, untilIn: number, serverIsAheadBy: number | undefined) {
  const now = Date.now()
  const date = serverIsAheadBy === undefined ? 'none' : new Date(now + serverIsAheadBy)
  return open({ value, debugEventsUntilDate: now + untilIn }, { date })
}

describe.each(TYPED_VALUES)('an evaluation of type %s', (valueType, value, defaultValue) => {
  const params = { flagKey: 'flag', valueType, defaultValue }

  test('of an untracked flag makes only a summary event', async () => {
    const client = await open({ value })
    await client.evaluate(params)
    expect(kinds(await client.flush())).toEqual(['summary'])
  })

  test.each([false, true])(
    'of a tracked flag makes a feature event, with the reason if it has detail: %s',
    async (detail) => {
      const client = await open({ value, trackEvents: true })
      await client.evaluate({ ...params, detail })
      const events = await client.flush()
      expect(kinds(events).sort()).toEqual(['feature', 'summary'])
      const reason = detail && { reason: FALLTHROUGH }
      expect(ofKind('feature', events)).toEqual([
        { kind: 'feature', ...common, value, default: defaultValue, ...reason },
      ])
    },
  )

  test.each([
    ['the service tells no time', undefined, false],
    ['the service tells no time', undefined, true],
    ['the clock of the service is before its end', HOUR - MINUTE, false],
    ['the clock of the service is before its end', HOUR - MINUTE, true],
  ])('makes a debug event while debugging lasts, if %s (%s), with detail: %s', async (_, serverIsAheadBy, detail) => {
    const client = await openDebugged(value, HOUR, serverIsAheadBy)
    await client.evaluate({ ...params, detail })
    const events = await client.flush()
    const reason = detail && { reason: FALLTHROUGH }
    expect(ofKind('debug', events)).toEqual([{ kind: 'debug', ...common, value, default: defaultValue, ...reason }])
    expect(events).toHaveLength(2)
  })

  test.each([
    ['the local clock', -HOUR, undefined],
    ['the local clock alone', -HOUR, -HOUR - MINUTE],
    ['both clocks', -HOUR, -HOUR + MINUTE],
    ['the clock of the service', HOUR, HOUR + MINUTE],
  ])('makes no debug event when debugging has ended by %s', async (_, untilIn, serverIsAheadBy) => {
    const client = await openDebugged(value, untilIn, serverIsAheadBy)
    await client.evaluate(params)
    await client.evaluate({ ...params, detail: true })
    expect(kinds(await client.flush())).toEqual(['summary'])
  })
})

test.each([FALLTHROUGH, IN_EXPERIMENT])(
  'a feature event of an experiment has the reason even without detail: %o',
  async (reason) => {
    const client = await open({ value: 'a', reason, trackEvents: true, trackReason: true })
    await client.evaluate({ flagKey: 'flag', defaultValue: 'x' })
    const event = { kind: 'feature', ...common, value: 'a', default: 'x', reason }
    expect(ofKind('feature', await client.flush())).toEqual([event])
  },
)

test('a feature event has the version of the data if the flag has no version of its own', async () => {
  const client = await open({ trackEvents: true, flagVersion: null, version: 0 })
  await client.evaluate({ flagKey: 'flag' })
  expect(ofKind('feature', await client.flush())[0]?.['version']).toBe(0)
})

test('reading all flags makes no events', async () => {
  const client = await open({ trackEvents: true })
  await client.allFlags()
  await client.track('end')
  expect(kinds(await client.flush())).toEqual(['custom'])
})

test('a feature event redacts all attributes of an anonymous context', async () => {
  const client = await open({ trackEvents: true })
  await client.identify({ kind: 'user', ...anonymous })
  await client.flush()
  await client.evaluate({ flagKey: 'flag', detail: true })
  const [event] = ofKind('feature', await client.flush())
  expect(event?.['context']).toEqual({ kind: 'user', ...redacted })
})

test('a feature event redacts the kind that is anonymous, and a debug event redacts nothing', async () => {
  const context = { kind: 'multi', org: { key: 'o', name: 'm' }, user: anonymous }
  const client = await open({ trackEvents: true, debugEventsUntilDate: Date.now() + HOUR }, { context })
  await client.evaluate({ flagKey: 'flag' })
  const events = await client.flush()
  expect(ofKind('feature', events)[0]?.['context']).toEqual({ ...context, user: redacted })
  expect(ofKind('debug', events)[0]?.['context']).toEqual(context)
})
