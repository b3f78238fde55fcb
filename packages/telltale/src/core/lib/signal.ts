/**
 * Returns an `AbortController` that aborts with its parent too. It removes its listener from the parent as soon as it
 * has aborted.
 */
export function childController(parent?: AbortSignal): AbortController {
  const child = new AbortController()
  const abort = () => child.abort()
  parent?.addEventListener('abort', abort, { signal: child.signal })
  if (parent?.aborted) abort()
  return child
}

/** Resolves when the signal aborts, or at once if it is already aborted. */
export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
