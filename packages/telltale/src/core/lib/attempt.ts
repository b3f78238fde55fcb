/**
 * Calls code that may throw. Returns the result of `action`. When it throws, returns the result of `onError`, or
 * `undefined` without `onError`.
 */
export function attempt<T>(action: () => T): T | undefined
export function attempt<T>(action: () => T, onError: (error: unknown) => T): T
export function attempt<T>(action: () => T, onError?: (error: unknown) => T): T | undefined {
  try {
    return action()
  } catch (error) {
    return onError?.(error)
  }
}
