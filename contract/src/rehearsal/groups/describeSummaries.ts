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
const features = (events: readonly AnalyticsEvent[]) => events.filter(({ kind }) => kind === 'feature')
const tracked = (flags: WireFlags): WireFlags =>
  Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, { ...flag, trackEvents: true }]))
const needs = (...prerequisites: string[]) => ({ value: true, variation: 0, version: 1, prerequisites })

/** Each graph, and the flags that count when the last of them is evaluated: the deepest first. */
const GRAPHS: readonly [title: string, WireFlags, counted: string][] = [
  ['a chain', { a: needs('b'), b: needs('c'), c: needs() }, 'c b a'],
  ['a diamond', { a: needs('b', 'c'), b: needs('d'), c: needs('d'), d: needs() }, 'd b d c a'],
  ['a flag that needs itself', { a: needs('a') }, 'a'],
  ['a flag that needs itself and another', { a: needs('a', 'b'), b: needs() }, 'b a'],
  ['two that need one another', { a: needs('b'), b: needs('a') }, 'b a'],
  ['two that need one another, from the other end', { a: needs('b'), b: needs('a') }, 'a b'],
  ['a ring of three', { a: needs('b'), b: needs('c'), c: needs('a') }, 'c b a'],
  ['a ring with a sibling behind', { a: needs('b', 'c'), b: needs('a', 'c'), c: needs() }, 'c b c a'],
  ['a ring further down', { a: needs('x', 'b'), x: needs(), b: needs('c'), c: needs('b') }, 'x c b a'],
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

    it('names every kind of a context, of each context on its own', async () => {
      const contexts = [
        { kind: 'multi', one: { key: '1' }, two: { key: '2' } },
        { kind: 'multi', two: { key: '1' }, three: { key: '2' } },
      ]
      const client = await bench.open({ flags })
      for (const context of contexts) {
        await client.identify(context)
        for (const flagKey of ['one', 'two']) await client.evaluate({ flagKey })
      }
      const found = summaries(await client.flush())
      expect(found.map(({ context }) => context)).toEqual(contexts)
      const kinds = found.map((summary) =>
        Object.values(summary['features'] as Counters).map(({ contextKinds }) => contextKinds),
      )
      expect(kinds).toEqual([
        [
          ['one', 'two'],
          ['one', 'two'],
        ],
        [
          ['two', 'three'],
          ['two', 'three'],
        ],
      ])
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
    it.each(GRAPHS)('count in %s, and make their events', async (_, graph, counted) => {
      const flags = tracked(graph)
      const keys = counted.split(' ')
      const flagKey = keys.at(-1) ?? ''
      const client = await bench.open({ flags })
      await client.evaluate({ flagKey, valueType: 'bool', defaultValue: false })
      const events = await client.flush()
      expect(features(events).map(({ key }) => key)).toEqual(keys)
      expect(counts(events)).toEqual(
        Object.fromEntries(keys.map((key) => [key, [keys.filter((other) => other === key).length]])),
      )
      expect(await client.evaluate({ flagKey, valueType: 'bool', defaultValue: false })).toEqual({ value: true })
    })

    it('count twenty deep', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `flag-${index}`)
      const flags = Object.fromEntries(keys.map((key, index) => [key, needs(...keys.slice(index + 1, index + 2))]))
      const client = await bench.open({ flags: tracked(flags) })
      await client.evaluate({ flagKey: 'flag-0' })
      const events = await client.flush()
      expect(features(events).map(({ key }) => key)).toEqual([...keys].reverse())
      expect(counts(events)).toEqual(Object.fromEntries(keys.map((key) => [key, [1]])))
    })

    it('have no default, and the first evaluation decides', async () => {
      const flags = { top: needs('one', 'two'), one: needs('three'), two: needs(), three: needs() }
      const client = await bench.open({ flags })
      await client.evaluate({ flagKey: 'one', defaultValue: '1' })
      await client.evaluate({ flagKey: 'top', defaultValue: 'top' })
      await client.evaluate({ flagKey: 'two', defaultValue: '2' })
      const events = await client.flush()
      expect(counts(events)).toEqual({ top: [1], one: [2], two: [2], three: [2] })
      const defaults = Object.entries(featuresOf(events)).map(([key, feature]) => [key, feature['default'] ?? null])
      expect(Object.fromEntries(defaults)).toEqual({ top: 'top', one: '1', two: null, three: null })
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

    it('make their feature events without a default, and what there is not makes none', async () => {
      const flags = tracked({ top: needs('one', 'nowhere'), one: needs('two'), two: needs() })
      const client = await bench.open({ flags })
      await client.evaluate({ flagKey: 'top', defaultValue: 'd' })
      const events = features(await client.flush())
      expect(events.map(({ key }) => key)).toEqual(['two', 'one', 'top'])
      expect(events.map((event) => event['default'] ?? null)).toEqual([null, null, 'd'])
      expect(events.every((event) => (event['prereqOf'] ?? null) === null)).toBe(true)
    })
  })
}
