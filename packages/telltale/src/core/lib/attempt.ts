/** What `action` returns, or `onError`'s answer when it throws: for code that is not ours. */
export function attempt<T>(action: () => T, onError: (error: unknown) => T): T {
  try {
    return action()
  } catch (error) {
    return onError(error)
  }
}
