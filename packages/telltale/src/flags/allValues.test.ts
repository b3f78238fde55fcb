import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAllValues, type WireFlags } from './flagStore.ts'
import { fakeClock } from '../testing/fakePlatform.ts'

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
