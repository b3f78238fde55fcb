import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent, WireFlag } from '../flagServices.ts'
import { USER, type RehearsalBench } from '../rehearsalBench.ts'
import { TYPED_VALUES } from '../standardValues.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FALLTHROUGH = { kind: 'FALLTHROUGH' }
const creationDate = expect.any(Number)
/** Of somebody with these attributes. */
const hidden = { redactedAttributes: expect.toSatisfy((names: string[]) => [...names].sort().join() === 'more,name') }

const ofKind = (kind: string, events: readonly AnalyticsEvent[]) => events.filter((event) => event.kind === kind)

export function describeEvaluationEvents(bench: RehearsalBench) {
  const flag = (value: unknown, more: Partial<WireFlag> = {}): WireFlag => ({
    value,
    variation: 3,
    version: 20,
    flagVersion: 10,
    reason: FALLTHROUGH,
    ...more,
  })
  const common = { key: 'flag', variation: 3, version: 10, creationDate, context: USER }

  describe.each(TYPED_VALUES)('the evaluation of a flag of type %s', (valueType, value, defaultValue) => {
    const params = { flagKey: 'flag', valueType, defaultValue }

    it('makes no event but the summary when the flag is not tracked', async () => {
      const client = await bench.open({ flags: { flag: flag(value) } })
      await client.flush()
      await client.evaluate(params)
      expect((await client.flush()).map(({ kind }) => kind)).toEqual(['summary'])
    })

    it.each([false, true])(
      'makes a feature event when it is tracked; with the reason for the detail: %s',
      async (detail) => {
        const client = await bench.open({ flags: { flag: flag(value, { trackEvents: true }) } })
        await client.flush()
        await client.evaluate({ ...params, detail })
        const events = await client.flush()
        expect(events.map(({ kind }) => kind).sort()).toEqual(['feature', 'summary'])
        const reason = detail && { reason: FALLTHROUGH }
        expect(ofKind('feature', events)).toEqual([
          { kind: 'feature', ...common, value, default: defaultValue, ...reason },
        ])
      },
    )

    describe.each([
      ['nobody has said what time it is', undefined],
      ['the service’s clock is before its end', HOUR - MINUTE],
    ])('makes a debug event while debugging lasts, and %s', (_, serverIsAheadBy) => {
      it.each([false, true])('with the reason for the detail: %s', async (detail) => {
        const now = Date.now()
        const flags = { flag: flag(value, { debugEventsUntilDate: now + HOUR }) }
        const date = serverIsAheadBy === undefined ? 'none' : new Date(now + serverIsAheadBy)
        const client = await bench.open({ flags, date })
        await client.flush()
        await client.evaluate({ ...params, detail })
        const events = await client.flush()
        const reason = detail && { reason: FALLTHROUGH }
        expect(ofKind('debug', events)).toEqual([{ kind: 'debug', ...common, value, default: defaultValue, ...reason }])
        expect(events).toHaveLength(2)
      })
    })

    it.each([
      ['is over by the local clock', -HOUR, undefined],
      ['is over by the local clock, and not by the service’s', -HOUR, -HOUR - MINUTE],
      ['is over by both clocks', -HOUR, -HOUR + MINUTE],
      ['is over by the service’s clock', HOUR, HOUR + MINUTE],
    ])('makes no debug event when debugging %s', async (_, untilIn, serverIsAheadBy) => {
      const now = Date.now()
      const flags = { flag: flag(value, { debugEventsUntilDate: now + untilIn }) }
      const date = serverIsAheadBy === undefined ? 'none' : new Date(now + serverIsAheadBy)
      const client = await bench.open({ flags, date })
      await client.flush()
      await client.evaluate(params)
      await client.evaluate({ ...params, detail: true })
      expect((await client.flush()).map(({ kind }) => kind)).toEqual(['summary'])
    })
  })

  describe('feature events', () => {
    it.each([FALLTHROUGH, { kind: 'RULE_MATCH', ruleIndex: 1, ruleId: 'id', inExperiment: true }])(
      'of an experiment always have the reason: %o',
      async (reason) => {
        const client = await bench.open({
          flags: { flag: flag('a', { reason, trackEvents: true, trackReason: true }) },
        })
        await client.flush()
        await client.evaluate({ flagKey: 'flag', defaultValue: 'x' })
        expect(ofKind('feature', await client.flush())).toEqual([
          { kind: 'feature', ...common, value: 'a', default: 'x', reason },
        ])
      },
    )

    it('have the version where there is no other version of the flag', async () => {
      const client = await bench.open({
        flags: { flag: flag(1, { trackEvents: true, flagVersion: null, version: 0 }) },
      })
      await client.flush()
      await client.evaluate({ flagKey: 'flag' })
      expect(ofKind('feature', await client.flush())[0]?.['version']).toBe(0)
    })

    it('are not made of all flags at once', async () => {
      const client = await bench.open({ flags: { flag: flag(1, { trackEvents: true }) } })
      await client.flush()
      await client.allFlags()
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'end' } })
      expect((await client.flush()).map(({ kind }) => kind)).toEqual(['custom'])
    })

    it('hide all of somebody anonymous, whoever was there before', async () => {
      const client = await bench.open({ flags: { flag: flag(1, { trackEvents: true }) } })
      await client.identify({ kind: 'user', key: 'u', anonymous: true, name: 'n', more: 1 })
      await client.flush()
      await client.evaluate({ flagKey: 'flag', detail: true })
      const [event] = ofKind('feature', await client.flush())
      expect(event?.['context']).toEqual({ kind: 'user', key: 'u', anonymous: true, _meta: hidden })
    })

    it('hide all of the kind that is anonymous, and debug events nothing', async () => {
      const user = { key: 'u', anonymous: true, name: 'n', more: 1 }
      const context = { kind: 'multi', org: { key: 'o', name: 'm' }, user }
      const flags = { flag: flag(1, { trackEvents: true, debugEventsUntilDate: Date.now() + HOUR }) }
      const client = await bench.open({ flags, context })
      await client.flush()
      await client.evaluate({ flagKey: 'flag' })
      const events = await client.flush()
      expect(ofKind('feature', events)[0]?.['context']).toEqual({
        ...context,
        user: { key: 'u', anonymous: true, _meta: hidden },
      })
      expect(ofKind('debug', events)[0]?.['context']).toEqual(context)
    })
  })
}
