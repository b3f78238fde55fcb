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
