/** What `action` returns, or `onError`'s answer when it throws, `undefined` without one: for code that is not ours. */
export function attempt<T>(action: () => T): T | undefined
export function attempt<T>(action: () => T, onError: (error: unknown) => T): T
export function attempt<T>(action: () => T, onError?: (error: unknown) => T): T | undefined {
  try {
    return action()
  } catch (error) {
    return onError?.(error)
  }
}
