import type { Json } from '../core/model/json.ts'
import type { Clock } from '../core/ports/platform.ts'
import { valueOf, type WireFlags } from './wireFlags.ts'

type Values = Record<string, Json>

/**
 * How long after a change was read the next copy is prepared, in milliseconds. No JavaScript engine copies ten thousand keys
 * in less than a millisecond, and a caller that reads all values after a change is about to render: the copy is spare by then.
 */
const READY_AFTER_MS = 20

/**
 * All values by key. Each returned object is a snapshot: later changes of flags do not modify it.
 *
 * @param flags returns all current flags
 */
export function createAllValues(clock: Clock, flags: () => WireFlags) {
  let snapshot: Values | undefined
  /** The object to return next. It is kept up to date, and no caller has it yet. */
  let spare: Values | undefined
  /** Whether a flag has changed. Until then no second copy is prepared. */
  let isChanged = false
  let cancel = () => {}

  return {
    /** Returns the same object until a value changes. */
    get(): Readonly<Values> {
      if (snapshot) return snapshot
      snapshot = Object.freeze(Object.setPrototypeOf(spare ?? copyOf(flags()), Object.prototype)) as Values
      spare = undefined
      cancel()
      if (isChanged) cancel = clock.after(READY_AFTER_MS, () => (spare = copyOf(flags())))
      return snapshot
    },
    /** Records that one flag has a new value, or that it was removed. */
    change(key: string, value: Json | undefined) {
      snapshot = undefined
      isChanged = true
      if (!spare) return
      if (value === undefined) delete spare[key]
      else spare[key] = value
    },
    /** Discards the copies, because any flag may have changed. */
    reset() {
      snapshot = spare = undefined
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
