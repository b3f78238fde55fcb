import type { Readable } from './readable.ts'

/** Resolves when the value has become something other than `undefined`, or when the signal aborts. */
export function untilDefined(value: Readable<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = value.subscribe(look)
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
    else look()
    function look() {
      if (value.get() !== undefined) finish()
    }
    function finish() {
      unsubscribe()
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })
}
