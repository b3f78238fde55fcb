import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent, WireFlags } from '../flagServices.ts'
import { USER, type RehearsalBench } from '../rehearsalBench.ts'

type Counters = Record<string, Record<string, unknown>>

const summaries = (events: readonly AnalyticsEvent[]) => events.filter(({ kind }) => kind === 'summary')
const featuresOf = (events: readonly AnalyticsEvent[]) => (summaries(events)[0]?.['features'] ?? {}) as Counters
/** How often each flag was counted. */
const counts = (events: readonly AnalyticsEvent[]) =>
  Object.fromEntries(
    Object.entries(featuresOf(events)).map(([key, { counters }]) => [
      key,
      (counters as { count: number }[]).map(({ count }) => count),
    ]),
  )
const needs = (...prerequisites: string[]) => ({ value: true, variation: 0, version: 1, prerequisites })

/** Each graph, and how often each flag counts when `a` is evaluated. */
const GRAPHS: readonly [title: string, WireFlags, expected: object][] = [
  ['a chain', { a: needs('b'), b: needs('c'), c: needs() }, { a: [1], b: [1], c: [1] }],
  ['a diamond', { a: needs('b', 'c'), b: needs('d'), c: needs('d'), d: needs() }, { a: [1], b: [1], c: [1], d: [2] }],
  ['a flag that needs itself', { a: needs('a') }, { a: [1] }],
  ['two that need one another', { a: needs('b'), b: needs('a') }, { a: [1], b: [1] }],
  ['a ring of three', { a: needs('b'), b: needs('c'), c: needs('a') }, { a: [1], b: [1], c: [1] }],
  ['a ring with a sibling behind', { a: needs('b', 'c'), b: needs('a', 'c'), c: needs() }, { a: [1], b: [1], c: [2] }],
  ['a ring further down', { a: needs('b'), b: needs('c'), c: needs('b') }, { a: [1], b: [1], c: [1] }],
]

export function describeSummaries(bench: RehearsalBench) {
  describe('the summary', () => {
    const flags: WireFlags = {
      one: { value: 'a', variation: 0, flagVersion: 1, version: 11 },
      two: { value: 'b', variation: 2, version: 13 },
    }

    it('counts by context', async () => {
      const client = await bench.open({ flags })
      for (const flagKey of ['one', 'one', 'two']) await client.evaluate({ flagKey, defaultValue: `${flagKey}?` })
      client.poll.set({ ...flags, one: { value: 'c', variation: 2, flagVersion: 2, version: 12 } })
      const other = { kind: 'org', key: 'other' }
      await client.identify(other)
      await client.evaluate({ flagKey: 'one', defaultValue: 'one?' })

      const dates = { startDate: expect.any(Number), endDate: expect.any(Number) }
      const one = {
        default: 'one?',
        contextKinds: ['user'],
        counters: [{ value: 'a', variation: 0, version: 1, count: 2 }],
      }
      const two = {
        default: 'two?',
        contextKinds: ['user'],
        counters: [{ value: 'b', variation: 2, version: 13, count: 1 }],
      }
      const later = {
        default: 'one?',
        contextKinds: ['org'],
        counters: [{ value: 'c', variation: 2, version: 2, count: 1 }],
      }
      expect(summaries(await client.flush())).toEqual([
        { kind: 'summary', ...dates, context: USER, features: { one, two } },
        { kind: 'summary', ...dates, context: other, features: { one: later } },
      ])
    })

    it('names every kind of a context', async () => {
      const context = { kind: 'multi', one: { key: '1' }, two: { key: '2' } }
      const client = await bench.open({ flags, context })
      await client.evaluate({ flagKey: 'one' })
      const [summary] = summaries(await client.flush())
      expect(summary?.['context']).toEqual(context)
      const { contextKinds } = ((summary?.['features'] ?? {}) as Counters)['one'] ?? {}
      expect([...(contextKinds as string[])].sort()).toEqual(['one', 'two'])
    })

    it('counts a flag that there is not', async () => {
      const client = await bench.open()
      for (let i = 0; i < 2; i += 1) await client.evaluate({ flagKey: 'x', defaultValue: 'd' })
      expect(featuresOf(await client.flush())).toEqual({
        x: { default: 'd', contextKinds: ['user'], counters: [{ unknown: true, value: 'd', count: 2 }] },
      })
    })

    it('begins anew after each flush', async () => {
      const client = await bench.open({ flags })
      for (let i = 0; i < 10; i += 1) await client.evaluate({ flagKey: 'one' })
      expect(counts(await client.flush())).toEqual({ one: [10] })
      for (let i = 0; i < 3; i += 1) await client.evaluate({ flagKey: 'one' })
      expect(counts(await client.flush())).toEqual({ one: [3] })
    })

    it('hides what is private', async () => {
      const context = { kind: 'user', key: 'a', name: 'n' }
      const client = await bench.open({ flags, context, events: { globalPrivateAttributes: ['name'] } })
      await client.evaluate({ flagKey: 'one' })
      expect(summaries(await client.flush())[0]?.['context']).toEqual({
        kind: 'user',
        key: 'a',
        _meta: { redactedAttributes: ['name'] },
      })
    })
  })

  describe('prerequisites', () => {
    it.each(GRAPHS)('count in %s', async (_, flags, expected) => {
      const client = await bench.open({ flags })
      await client.evaluate({ flagKey: 'a', valueType: 'bool', defaultValue: false })
      expect(counts(await client.flush())).toEqual(expected)
    })

    it('count twenty deep', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `flag-${index}`)
      const flags = Object.fromEntries(keys.map((key, index) => [key, needs(...keys.slice(index + 1, index + 2))]))
      const client = await bench.open({ flags })
      await client.evaluate({ flagKey: 'flag-0' })
      expect(counts(await client.flush())).toEqual(Object.fromEntries(keys.map((key) => [key, [1]])))
    })

    it('have no default, and the first evaluation decides', async () => {
      const client = await bench.open({ flags: { a: needs('b'), b: needs() } })
      await client.evaluate({ flagKey: 'a', defaultValue: 'x' })
      await client.evaluate({ flagKey: 'b', defaultValue: 'y' })
      const features = featuresOf(await client.flush())
      expect(features['a']?.['default']).toBe('x')
      expect(features['b']?.['default'] ?? null).toBeNull()
    })

    it('that there are not count as unknown, without a value', async () => {
      const client = await bench.open({ flags: { a: needs('nowhere') } })
      await client.evaluate({ flagKey: 'a' })
      const { nowhere } = featuresOf(await client.flush())
      expect(nowhere?.['default'] ?? null).toBeNull()
      const [counter] = (nowhere?.['counters'] ?? []) as Record<string, unknown>[]
      expect(counter?.['value'] ?? null).toBeNull()
      expect({ ...counter, value: null }).toEqual({ unknown: true, count: 1, value: null })
    })

    it('make their feature events, the deepest first', async () => {
      const flags = Object.fromEntries(
        Object.entries({ top: needs('one', 'two'), one: needs('two'), two: needs() }).map(([key, flag]) => [
          key,
          { ...flag, trackEvents: true },
        ]),
      )
      const client = await bench.open({ flags })
      await client.evaluate({ flagKey: 'top', defaultValue: 'd' })
      const features = (await client.flush()).filter(({ kind }) => kind === 'feature')
      expect(features.map(({ key }) => key)).toEqual(['two', 'one', 'two', 'top'])
      expect(features.map((event) => event['default'] ?? null)).toEqual([null, null, null, 'd'])
      expect(features.every((event) => (event['prereqOf'] ?? null) === null)).toBe(true)
    })
  })
}
