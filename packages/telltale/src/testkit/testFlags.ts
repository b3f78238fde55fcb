import { copyJson, freezeDeep, sameJson } from '../core/lib/json.ts'
import { createListeners } from '../core/lib/listeners.ts'
import { writable } from '../core/lib/readable.ts'
import { evaluate, type Flag, type FlagsStatus, OVERRIDE } from '../core/model/flag.ts'
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
  let given = readFlags(initial)
  const overridden = new Map<string, Flag>()
  let flags = given
  let values = valuesOf(flags)
  let version = 1
  let revision = 0

  const getFlag = (key: string): Flag | undefined => (status.get() === 'live' ? flags.get(key) : undefined)

  const notify = (keys: Iterable<string>) => {
    // Without a prototype, as the changes of a flag service: no flag has changed because each object has a property of its name.
    const changes = Object.create(null) as Record<string, true>
    for (const key of keys) changes[key] = true
    updates.notify(changes)
  }

  /** Shows what has changed, if the value of this flag has. */
  function show(key: string) {
    const before = flags.get(key)?.value
    flags = new Map([...given, ...overridden])
    revision += 1
    if (sameJson(flags.get(key)?.value, before)) return
    values = valuesOf(flags)
    if (status.get() === 'live') notify([key])
  }

  const createClient = (onUpdate: OnUpdate): FlagProvider => ({
    status,
    evaluate: (key, fallback) => evaluate(getFlag(key), fallback),
    allFlags: () => (status.get() === 'live' ? values : NOTHING),
    getFlag,
    // A test of server rendering has its flags from the start.
    bootstrapFlag: getFlag,
    servedFlag: (key) => (status.get() === 'live' ? given.get(key) : undefined),
    revision: () => revision,
    track: () => {},
    override(key, value) {
      if (value === undefined) overridden.delete(key)
      else overridden.set(key, Object.freeze({ ...flagOf(value, 0), reason: OVERRIDE }))
      show(key)
    },
    setListening: () => {},
    // These flags are the same for every user.
    identify: () => {},
    pause: () => {},
    close: updates.add(onUpdate),
  })

  return {
    part: { name: 'test', start: (host) => startFlags({}, host, createClient) },
    set(key, value) {
      if (sameJson(given.get(key)?.value, value)) return
      version += 1
      given = new Map(given).set(key, flagOf(value, version))
      show(key)
    },
    arrive() {
      status.set('live')
      notify(flags.keys())
    },
  }
}

const NOTHING = {}

const flagOf = (value: Json, version: number): Flag =>
  Object.freeze({ value: freezeDeep(copyJson(value)) as Json, version })

const readFlags = (values: Readonly<Record<string, Json>>): ReadonlyMap<string, Flag> =>
  new Map(Object.entries(values).map(([key, value]) => [key, flagOf(value, 1)]))

const valuesOf = (flags: ReadonlyMap<string, Flag>): Readonly<Record<string, Json>> =>
  Object.freeze(Object.fromEntries([...flags].map(([key, { value }]) => [key, value])))
