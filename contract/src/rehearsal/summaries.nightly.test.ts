import { expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import type { AnalyticsEvent, WireFlags } from './flagServices.ts'
import { startRehearsal, USER } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

type Feature = { default?: unknown; contextKinds: string[]; counters: { count: number; value?: unknown }[] }

const FLAGS: WireFlags = {
  one: { value: 'a', variation: 0, flagVersion: 1, version: 11 },
  two: { value: 'b', variation: 2, version: 13 },
}

const ofKind = (kind: string, events: readonly AnalyticsEvent[]) => events.filter((event) => event.kind === kind)
const summary = ([event]: readonly AnalyticsEvent[]) => (event?.['features'] ?? {}) as Record<string, Feature>
/** What the first summary says of each flag. */
const featuresIn = (events: readonly AnalyticsEvent[]) => summary(ofKind('summary', events))
/** The counters of each flag in the first summary. */
const countsIn = (events: readonly AnalyticsEvent[]) =>
  Object.fromEntries(
    Object.entries(featuresIn(events)).map(([key, { counters }]) => [key, counters.map(({ count }) => count)]),
  )

test('a summary counts the evaluations of one context by flag, variation and version', async () => {
  const client = await open({ flags: FLAGS })
  for (const flagKey of ['one', 'one', 'two']) await client.evaluate({ flagKey, defaultValue: `${flagKey}?` })
  client.poll.set({ ...FLAGS, one: { value: 'c', variation: 2, flagVersion: 2, version: 12 } })
  const other = { kind: 'org', key: 'other' }
  await client.identify(other)
  await client.evaluate({ flagKey: 'one', defaultValue: 'one?' })

  const common = { kind: 'summary', startDate: expect.any(Number), endDate: expect.any(Number) }
  const feature = (contextKind: string, name: string, counter: object) => ({
    [name]: { default: `${name}?`, contextKinds: [contextKind], counters: [counter] },
  })
  const one = feature('user', 'one', { value: 'a', variation: 0, version: 1, count: 2 })
  const two = feature('user', 'two', { value: 'b', variation: 2, version: 13, count: 1 })
  const later = feature('org', 'one', { value: 'c', variation: 2, version: 2, count: 1 })
  expect(ofKind('summary', await client.flush())).toEqual([
    { ...common, context: USER, features: { ...one, ...two } },
    { ...common, context: other, features: later },
  ])
})

test('a summary names all kinds of its context', async () => {
  const kinds = [
    ['one', 'two'],
    ['two', 'three'],
  ]
  const contexts = kinds.map((names) => ({
    kind: 'multi',
    ...Object.fromEntries(names.map((name, index) => [name, { key: String(index) }])),
  }))
  const client = await open({ flags: FLAGS })
  for (const context of contexts) {
    await client.identify(context)
    for (const flagKey of ['one', 'two']) await client.evaluate({ flagKey })
  }
  const summaries = ofKind('summary', await client.flush())
  expect(summaries.map(({ context }) => context)).toEqual(contexts)
  const named = summaries.map((event) => Object.values(summary([event])).map(({ contextKinds }) => contextKinds))
  expect(named).toEqual(kinds.map((names) => [names, names]))
})

test('a summary counts the evaluations of an unknown flag', async () => {
  const client = await open()
  for (let i = 0; i < 2; i += 1) await client.evaluate({ flagKey: 'x', defaultValue: 'd' })
  const counters = [{ unknown: true, value: 'd', count: 2 }]
  expect(featuresIn(await client.flush())).toEqual({ x: { default: 'd', contextKinds: ['user'], counters } })
})

test('a summary starts again after each flush', async () => {
  const client = await open({ flags: FLAGS })
  for (const count of [10, 3]) {
    for (let i = 0; i < count; i += 1) await client.evaluate({ flagKey: 'one' })
    expect(countsIn(await client.flush())).toEqual({ one: [count] })
  }
})

test('a summary redacts private attributes', async () => {
  const context = { kind: 'user', key: 'a', name: 'n' }
  const client = await open({ flags: FLAGS, context, events: { globalPrivateAttributes: ['name'] } })
  await client.evaluate({ flagKey: 'one' })
  const [event] = ofKind('summary', await client.flush())
  expect(event?.['context']).toEqual({ kind: 'user', key: 'a', _meta: { redactedAttributes: ['name'] } })
})

const requires = (...prerequisites: string[]) => ({ value: true, variation: 0, version: 1, prerequisites })
const tracked = (flags: WireFlags): WireFlags =>
  Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, { ...flag, trackEvents: true }]))

/** Graphs of prerequisites, and the flags that count when the last of them is evaluated, in the order of their events. */
const GRAPHS: readonly [title: string, WireFlags, counted: string][] = [
  ['a chain', { a: requires('b'), b: requires('c'), c: requires() }, 'c b a'],
  ['a diamond', { a: requires('b', 'c'), b: requires('d'), c: requires('d'), d: requires() }, 'd b d c a'],
  ['a flag that requires itself', { a: requires('a') }, 'a'],
  ['a flag that requires itself and another one', { a: requires('a', 'b'), b: requires() }, 'b a'],
  ['a cycle of two', { a: requires('b'), b: requires('a') }, 'b a'],
  ['a cycle of two, from the other flag', { a: requires('b'), b: requires('a') }, 'a b'],
  ['a cycle of three', { a: requires('b'), b: requires('c'), c: requires('a') }, 'c b a'],
  ['a cycle with a sibling', { a: requires('b', 'c'), b: requires('a', 'c'), c: requires() }, 'c b c a'],
  ['a cycle further down', { a: requires('x', 'b'), x: requires(), b: requires('c'), c: requires('b') }, 'x c b a'],
]

test.each(GRAPHS)('prerequisites in %s are counted and make feature events', async (_, graph, counted) => {
  const keys = counted.split(' ')
  const evaluation = { flagKey: keys.at(-1) ?? '', valueType: 'bool', defaultValue: false } as const
  const client = await open({ flags: tracked(graph) })
  await client.evaluate(evaluation)
  const events = await client.flush()
  expect(ofKind('feature', events).map(({ key }) => key)).toEqual(keys)
  const counts = keys.map((key) => [key, [keys.filter((other) => other === key).length]])
  expect(countsIn(events)).toEqual(Object.fromEntries(counts))
  expect(await client.evaluate(evaluation)).toEqual({ value: true })
})

test('prerequisites are counted and make feature events through twenty levels', async () => {
  const keys = Array.from({ length: 20 }, (_, index) => `flag-${index}`)
  const flags = Object.fromEntries(keys.map((key, index) => [key, requires(...keys.slice(index + 1, index + 2))]))
  const client = await open({ flags: tracked(flags) })
  await client.evaluate({ flagKey: 'flag-0' })
  const events = await client.flush()
  expect(ofKind('feature', events).map(({ key }) => key)).toEqual([...keys].reverse())
  expect(countsIn(events)).toEqual(Object.fromEntries(keys.map((key) => [key, [1]])))
})

test('a prerequisite has no default in the summary, unless the application evaluated it first', async () => {
  const flags = { top: requires('one', 'two'), one: requires('three'), two: requires(), three: requires() }
  const client = await open({ flags })
  for (const flagKey of ['one', 'top', 'two']) await client.evaluate({ flagKey, defaultValue: `${flagKey}?` })
  const events = await client.flush()
  expect(countsIn(events)).toEqual({ top: [1], one: [2], two: [2], three: [2] })
  const defaults = Object.entries(featuresIn(events)).map(([key, feature]) => [key, feature.default ?? null])
  expect(Object.fromEntries(defaults)).toEqual({ top: 'top?', one: 'one?', two: null, three: null })
})

test('an unknown prerequisite is counted as unknown, without a value and a default', async () => {
  const client = await open({ flags: { a: requires('unknown') } })
  await client.evaluate({ flagKey: 'a' })
  const { unknown } = featuresIn(await client.flush())
  expect(unknown?.default ?? null).toBeNull()
  const counters = unknown?.counters.map((counter) => ({ ...counter, value: counter.value ?? null }))
  expect(counters).toEqual([{ unknown: true, count: 1, value: null }])
})

test('a feature event of a prerequisite has no default, and an unknown prerequisite makes no event', async () => {
  const client = await open({
    flags: tracked({ top: requires('one', 'unknown'), one: requires('two'), two: requires() }),
  })
  await client.evaluate({ flagKey: 'top', defaultValue: 'd' })
  const events = ofKind('feature', await client.flush())
  expect(events.map(({ key }) => key)).toEqual(['two', 'one', 'top'])
  expect(events.map((event) => event['default'] ?? null)).toEqual([null, null, 'd'])
  expect(events.every((event) => (event['prereqOf'] ?? null) === null)).toBe(true)
})
