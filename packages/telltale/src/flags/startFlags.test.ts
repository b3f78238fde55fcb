import { expect, test, vi } from 'vitest'
import { writable } from '../core/lib/readable.ts'
import { evaluate, type Flag, type FlagsStatus } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { OnUpdate } from './flagProvider.ts'
import { startFlags } from './startFlags.ts'

const known = (id: string): Identity => ({
  status: 'known',
  epoch: id,
  person: { unique_identity: id },
  name: id,
  displayIdentity: id,
})

function start(first: Identity = known('ann'), status: FlagsStatus = 'live') {
  let onUpdate: OnUpdate = () => {}
  let isListening = false
  const flags = new Map<string, Flag>()
  const recorded: string[] = []
  const host = fakeHost(fakePlatform(), first)
  const values = {}
  let version = 0
  const part = startFlags({}, host, (update) => ({
    ...((onUpdate = update), {}),
    status: writable<FlagsStatus>(status),
    evaluate(key, fallback) {
      recorded.push(key)
      return evaluate(flags.get(key), fallback)
    },
    allFlags: () => values,
    revision: () => 0,
    getFlag: (key) => flags.get(key),
    bootstrapFlag: () => undefined,
    servedFlag: () => undefined,
    override: () => {},
    track: () => {},
    setListening: (isWanted) => (isListening = isWanted),
    identify: () => {},
    pause: () => {},
    close: () => {},
  }))
  return {
    watch: part.watch,
    current: part.current,
    recorded,
    identity: host.identity,
    isListening: () => isListening,
    change(key: string, value: Json = true) {
      flags.set(key, { value, version: (version += 1) })
      onUpdate({ [key]: true })
    },
  }
}

const shown = { fallback: null }

test('a change calls the watchers of the changed flag, and the client hears that none is left', () => {
  const { watch, isListening, change } = start()
  const called: string[] = []
  expect(isListening()).toBe(false)
  const ends = ['a', 'a', 'b'].map((key, index) => watch(key, () => called.push(key + index)))
  change('a')
  change('c')
  expect(called).toEqual(['a0', 'a1'])
  ends[0]?.()
  ends[0]?.()
  change('a')
  change('b')
  expect(called.slice(2)).toEqual(['a1', 'b2'])
  ends.forEach((end) => end())
  expect(isListening()).toBe(false)
  change('a')
  expect(called).toHaveLength(4)
})

test('a shown flag is recorded at the end of the task, before its watcher is called, and for another user', async () => {
  const { watch, recorded, change, identity } = start()
  watch('a', () => recorded.push('called'), shown)
  watch('b', () => {})
  expect(recorded).toEqual([])
  await Promise.resolve()
  expect(recorded).toEqual(['a'])
  change('a')
  change('b')
  expect(recorded).toEqual(['a', 'a', 'called'])
  identity.set(known('bob'))
  expect(recorded.slice(3)).toEqual(['a'])
})

test('a flag that is no longer shown at the end of the task is not recorded, and the others are recorded once', async () => {
  const { watch, recorded } = start()
  // As StrictMode does with effects.
  watch('strict', () => {}, shown)()
  watch('strict', () => {}, shown)
  watch('gone', () => {}, shown)()
  await Promise.resolve()
  watch('later', () => {}, shown)
  await Promise.resolve()
  expect(recorded).toEqual(['strict', 'later'])
})

test('a watcher that removes and adds itself when it is called is called once for each change', () => {
  const { watch, change } = start()
  let calls = 0
  const begin = () => {
    const end = watch('a', () => {
      calls += 1
      end()
      begin()
    })
  }
  begin()
  change('a')
  change('a')
  expect(calls).toBe(2)
})

test('a watcher that throws or removes another one does not stop the remaining watchers', async () => {
  const { watch, change } = start()
  const uncaught = vi.fn()
  const called: string[] = []
  watch('a', () => {
    end()
    throw new Error('It broke.')
  })
  const end = watch('a', () => called.push('ended'))
  watch('a', () => called.push('last'))
  // The test runner would report the error as its own.
  const listeners = process.listeners('uncaughtException')
  listeners.forEach((listener) => process.off('uncaughtException', listener))
  process.once('uncaughtException', uncaught)
  change('a')
  await new Promise((resolve) => setTimeout(resolve))
  listeners.forEach((listener) => process.on('uncaughtException', listener))
  expect(called).toEqual(['last'])
  expect(uncaught).toHaveBeenCalledWith(new Error('It broke.'), 'uncaughtException')
})

test('the user of the flags is the one who is shown, also while the flags are being loaded', () => {
  const { current, identity } = start({ status: 'resolving', epoch: 'ann' }, 'initialising')
  expect(current.get().user).toBeUndefined()
  identity.set(known('ann'))
  expect(current.get()).toMatchObject({ user: { id: 'ann' }, isReady: false })
})
