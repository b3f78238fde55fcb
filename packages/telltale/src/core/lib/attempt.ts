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

/** The maximum length of an error text, in characters. */
const MAX_LENGTH = 200

/** Returns a thrown value as a short text. Code of others may throw any value. */
export const errorText = (error: unknown): string =>
  attempt(
    () => String(error),
    () => typeof error,
  ).slice(0, MAX_LENGTH)
