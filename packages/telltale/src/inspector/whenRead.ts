/** How long the element waits for the end of the document, in milliseconds. */
const LATEST_MS = 3_000

/**
 * Calls `action` once the document was read, and the scripts of its end have run: a framework that takes over the HTML of a server does
 * not expect another element.
 */
export function whenRead(action: () => unknown): () => void {
  const waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    waiting.abort()
    clearTimeout(timer)
    timer = setTimeout(action)
  }
  if (document.readyState === 'complete') begin()
  else {
    // A page that waits for an image has its banner before.
    timer = setTimeout(begin, LATEST_MS)
    for (const type of ['DOMContentLoaded', 'load'])
      addEventListener(type, begin, { capture: true, signal: waiting.signal })
  }
  return () => {
    waiting.abort()
    clearTimeout(timer)
  }
}
