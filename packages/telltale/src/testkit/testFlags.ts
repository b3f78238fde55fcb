import { copyJson, freezeDeep, sameJson } from '../core/lib/json.ts'
import { createListeners } from '../core/lib/listeners.ts'
import { writable } from '../core/lib/readable.ts'
import { evaluate, type Flag, type FlagsStatus } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { FlagProvider, OnUpdate } from '../flags/flagProvider.ts'
import type { FlagsPart } from '../flags/flags.ts'
import { startFlags } from '../flags/startFlags.ts'

export interface TestFlags {
  readonly part: FlagsPart
  /** Takes effect at once. An equal value is not a change. */
  set(key: string, value: Json): void
  arrive(): void
}

/** A flag client whose flags a test sets. The part around it is the same as for a flag service. */
export function testFlags(initial: Readonly<Record<string, Json>>, isLoading: boolean): TestFlags {
  const status = writable<FlagsStatus>(isLoading ? 'initialising' : 'live')
  const updates = createListeners<[changes: object]>()
  let values = freezeDeep(copyJson(initial)) as Readonly<Record<string, Json>>
  let flags = flagsOf(values)
  let version = 1

  const getFlag = (key: string): Flag | undefined => (status.get() === 'live' ? flags.get(key) : undefined)
  const notify = (keys: Iterable<string>) => {
    // Without a prototype, as the changes of a flag service: no flag has changed because each object has a property of its name.
    const changes = Object.create(null) as Record<string, true>
    for (const key of keys) changes[key] = true
    updates.notify(changes)
  }

  const createClient = (onUpdate: OnUpdate): FlagProvider => ({
    status,
    evaluate: (key, fallback) => evaluate(getFlag(key), fallback),
    allFlags: () => (status.get() === 'live' ? values : NOTHING),
    getFlag,
    // A test of server rendering has its flags from the start.
    bootstrapFlag: getFlag,
    track: () => {},
    setListening: () => {},
    // These flags are the same for every user.
    identify: () => {},
    pause: () => {},
    close: updates.add(onUpdate),
  })

  return {
    part: { name: 'test', start: (host) => startFlags({}, host, createClient) },
    set(key, value) {
      if (sameJson(values[key], value)) return
      version += 1
      const own = freezeDeep(copyJson(value)) as Json
      values = Object.freeze({ ...values, [key]: own })
      flags = new Map(flags).set(key, Object.freeze({ value: own, version }))
      if (status.get() === 'live') notify([key])
    },
    arrive() {
      status.set('live')
      notify(flags.keys())
    },
  }
}

const NOTHING = {}

const flagsOf = (values: Readonly<Record<string, Json>>) =>
  new Map<string, Flag>(Object.entries(values).map(([key, value]) => [key, Object.freeze({ value, version: 1 })]))
