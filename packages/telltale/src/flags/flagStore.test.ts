import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFlagStore } from './flagStore.ts'
import { createAllValues } from './allValues.ts'
import { readFlags, type WireFlags } from './wireFlags.ts'
import { fakeClock } from '../testing/fakePlatform.ts'

const flagsOf = (flags: Record<string, unknown>): WireFlags => readFlags(structuredClone(flags)) ?? {}
const storeOf = (flags: Record<string, unknown>) => {
  const store = createFlagStore(fakeClock())
  store.replace(flagsOf(flags), true)
  return store
}
/** Changes have no prototype. */
const plain = (changes: object) => ({ ...changes })

test('a new version with an equal value keeps the reference of the value, and that of all values', () => {
  const store = storeOf({ layout: { value: { columns: [1] }, version: 1 }, other: { value: 1, version: 1 } })
  const [before, all] = [store.entry('layout').flag?.value, store.values()]
  expect(plain(store.patch('layout', { value: { columns: [1] }, version: 2 }))).toEqual({})
  expect(store.entry('layout').flag?.version).toBe(2)
  expect(plain(store.replace(flagsOf({ layout: { value: { columns: [1] } }, other: { value: 1 } }), true))).toEqual({})
  expect(store.entry('layout').flag?.value).toBe(before)
  expect(store.values()).toBe(all)
})

test('a change has the current and the previous value', () => {
  const store = storeOf({ a: { value: 1, version: 1 }, b: { value: 1, version: 1 }, gone: { value: 1, version: 1 } })
  expect(plain(store.patch('a', { value: 2, version: 2 }))).toEqual({ a: { current: 2, previous: 1 } })
  expect(plain(store.replace(flagsOf({ a: { value: 2 }, b: { value: 2 }, fresh: { value: 3 } }), true))).toEqual({
    b: { current: 2, previous: 1 },
    fresh: { current: 3, previous: undefined },
    gone: { current: undefined, previous: 1 },
  })
  expect(store.values()).toEqual({ a: 2, b: 2, fresh: 3 })
})

test('the store ignores a version that is not newer than the current one or its deletion', () => {
  const store = storeOf({ a: { value: 'two', version: 2 } })
  store.patch('a', { value: 'late', version: 2 })
  expect(store.entry('a').flag?.value).toBe('two')
  store.patch('a', { version: 3 })
  store.patch('unheard-of', { version: 5 })
  store.patch('a', { value: 'late', version: 3 })
  store.patch('unheard-of', { value: 'late', version: 5 })
  expect(store.values()).toEqual({})
  expect(store.entry('a').flag).toBeUndefined()
  store.patch('a', { value: 'four', version: 4 })
  expect(store.values()).toEqual({ a: 'four' })
})

test('a flag without a version always replaces the current one', () => {
  const store = storeOf({ a: { value: 1 } })
  store.patch('a', { value: 2 })
  expect(store.entry('a').flag).toEqual({ value: 2, version: 0 })
})

test('a version that is an object with an odd toString counts as none', () => {
  const odd = { value: 1, version: { toString: 1 } }
  const store = storeOf({ a: odd })
  store.patch('a', { value: 2, version: 2 })
  store.patch('a', odd)
  expect(store.entry('a').flag).toEqual({ value: 1, version: 0 })
})

test('a field that is null or of the wrong type is left out', () => {
  const fields = { flagVersion: null, variation: 'x', reason: [], trackEvents: 1, prerequisites: {} }
  expect(storeOf({ a: { value: null, version: 7, ...fields } }).entry('a').flag).toEqual({ value: null, version: 7 })
})

test('names of prototype properties are keys like any other', () => {
  const json = '{"__proto__":{"value":1,"version":1},"constructor":{"value":2,"version":1}}'
  const store = createFlagStore(fakeClock())
  expect(store.entry('__proto__').flag).toBeUndefined()
  expect(store.entry('constructor').flag).toBeUndefined()
  store.replace(readFlags(JSON.parse(json)) ?? {}, true)
  expect(Object.entries(store.values())).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ])
  expect(store.entry('__proto__').flag?.value).toBe(1)
  const changes = store.patch('__proto__', { value: 3, version: 2 })
  expect(changes['__proto__']).toEqual({ current: 3, previous: 1 })
  expect(({} as Record<string, unknown>)['value']).toBeUndefined()
})

test('the number of unknown keys that the store remembers is bounded', () => {
  const store = storeOf({ a: { value: 1 } })
  const [known, unknown] = [store.entry('a'), store.entry('b')]
  expect(store.entry('b')).toBe(unknown)
  for (let count = 0; count < 1000; count += 1) store.entry(`c${count}`)
  expect(store.entry('a')).toBe(known)
  expect(store.entry('b')).not.toBe(unknown)
})

test('any JSON input yields exactly the values of its valid flags', () => {
  const anything = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString')), fc.jsonValue())
  fc.assert(
    fc.property(anything, anything, (first, second) => {
      const store = createFlagStore(fakeClock())
      store.replace(readFlags(JSON.parse(JSON.stringify(first))) ?? {}, true)
      store.values()
      store.replace(readFlags(JSON.parse(JSON.stringify(second))) ?? {}, true)
      const clean = createFlagStore(fakeClock())
      clean.replace(readFlags(JSON.parse(JSON.stringify(second))) ?? {}, true)
      expect(store.values()).toEqual(clean.values())
      for (const key of Object.keys(store.values())) expect(store.entry(key).flag?.value).toBe(store.values()[key])
    }),
  )
})

test('a malformed entry counts as missing, and a later flag replaces it', () => {
  const garbage = { a: null, b: 5, c: 'x', d: [1], e: { version: 2 }, f: true }
  const store = storeOf(garbage)
  store.replace(flagsOf(garbage), true)
  expect(store.values()).toEqual({})
  for (const key of Object.keys(garbage)) {
    expect(store.entry(key).flag).toBeUndefined()
    store.patch(key, { value: key, version: 3 })
    expect(store.entry(key).flag?.value).toBe(key)
  }
})

test('the first flags are available to all readers, and are reported as changes to listeners', () => {
  const store = createFlagStore(fakeClock())
  store.values()
  expect(plain(store.replace(flagsOf({ a: { value: 1 } }), false))).toEqual({})
  expect(store.values()).toEqual({ a: 1 })
  expect(plain(createFlagStore(fakeClock()).replace(flagsOf({ a: { value: 1 } }), true))).toEqual({
    a: { current: 1, previous: undefined },
  })
})

const open = () => {
  const clock = fakeClock()
  const flags: WireFlags = Object.create(null)
  const work = { copies: 0 }
  const values = createAllValues(clock, () => {
    work.copies += 1
    return flags
  })
  return {
    clock,
    values,
    work,
    set(key: string, value: string | undefined) {
      flags[key] = value === undefined ? { version: 2 } : { value }
      values.change(key, value)
    },
  }
}

test('once changes are read, allFlags copies nothing when it is called after a change', async () => {
  const { clock, set, values, work } = open()
  set('a', 'first')
  values.get()
  await clock.advance(100)
  work.copies = 0
  set('a', 'second')
  expect(values.get()).toEqual({ a: 'second' })
  expect(work.copies).toBe(0)
})

test('no copy is prepared for a caller that has never read a change, and none after stop', async () => {
  const { clock, set, values, work } = open()
  values.reset()
  values.get()
  expect(clock.pending).toBe(0)
  set('a', 'changed')
  values.get()
  values.stop()
  expect(clock.pending).toBe(0)
  await clock.advance(100)
  expect(work.copies).toBe(2)
})

test('a returned object of all values is not modified by later changes', async () => {
  const key = fc.constantFrom('a', 'b', '__proto__', 'constructor')
  const step = fc.oneof(
    fc.record({ set: key, to: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }) }),
    fc.constantFrom('wait', 'reset'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { clock, set, values } = open()
      const truth = new Map<string, string>()
      const given: [object, string][] = []
      for (const what of steps) {
        if (what === 'wait') await clock.advance(100)
        else if (what === 'reset') values.reset()
        else if (typeof what === 'object') {
          set(what.set, what.to)
          if (what.to === undefined) truth.delete(what.set)
          else truth.set(what.set, what.to)
        }
        const all = values.get()
        expect(values.get()).toBe(all)
        const now = JSON.stringify(Object.entries(all).sort())
        expect(now).toBe(JSON.stringify([...truth].sort()))
        if (!given.some(([object]) => object === all)) given.push([all, now])
      }
      for (const [object, then] of given) expect(JSON.stringify(Object.entries(object).sort())).toBe(then)
    }),
  )
})
