import { createListeners } from '../core/lib/listeners.ts'
import { writable } from '../core/lib/readable.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import { flagsPart } from '../flags/flagsPart.ts'
import type { FlagsPart, FlagsStatus } from '../flags/flagsApi.ts'

export interface TestFlags {
  readonly part: FlagsPart
  /** At once. An equal value is no change. */
  set(key: string, value: Json): void
  arrive(): void
}

/** Flags that a test sets, below the same part that those of a flag service come through. */
export function testFlags(initial: Readonly<Record<string, Json>>, isLoading: boolean): TestFlags {
  const status = writable<FlagsStatus>(isLoading ? 'initialising' : 'live')
  const changes = createListeners<[keys: Iterable<string>]>()
  const updates = createListeners<[]>()
  let values: Readonly<Record<string, Json>> = { ...initial }
  let flags = flagsOf(values)
  let version = 1

  const peek = (key: string): Flag | undefined => (status.get() === 'live' ? flags.get(key) : undefined)
  const notify = (keys: Iterable<string>) => {
    changes.notify(keys)
    updates.notify()
  }

  const part = flagsPart({}, (_host, onUpdate) => {
    const forget = updates.add(onUpdate)
    return {
      status,
      values: () => (status.get() === 'live' ? values : NOTHING),
      peek,
      // A page that a server rendered has the flags of a test from the start.
      given: peek,
      expose: () => {},
      onChange: changes.add,
      // Whoever is there: these flags are for everybody.
      identify: () => {},
      pause: () => {},
      stop: forget,
    }
  })

  return {
    part,
    set(key, value) {
      if (sameJson(values[key], value)) return
      version += 1
      values = { ...values, [key]: value }
      flags = new Map(flags).set(key, { value, version })
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
  new Map<string, Flag>(Object.entries(values).map(([key, value]) => [key, { value, version: 1 }]))
