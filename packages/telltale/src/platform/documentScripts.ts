import { whenAborted } from '../core/lib/time.ts'
import type { ScriptOutcome, ScriptRequest, Scripts } from '../core/ports/platform.ts'

/** The scripts of the page by address, whichever caller loads them. A script that is inserted twice runs twice. */
const inserted = new Map<string, Promise<ScriptOutcome>>()

/** Scripts of other loaders that did not define in time what a caller looked for. */
const givenUp = new WeakSet<HTMLScriptElement>()

const FAILED: ScriptOutcome = { outcome: 'failed' }

export const documentScripts: Scripts = {
  async load(url, request) {
    const { signal } = request
    if (typeof document !== 'object' || signal.aborted) return FAILED
    const script = inserted.get(url) ?? findForeign(url) ?? insert(url, request)
    return Promise.race([script, whenAborted(signal).then(() => FAILED)])
  },
}

/**
 * Finds the same script in an element of the page itself, or of another loader. Its query may differ, because it may
 * name a callback. It cannot be seen whether the script is still loading, so it counts as loaded, and the caller waits
 * for what it defines.
 */
function findForeign(url: string): ScriptOutcome | undefined {
  const { href } = Object.assign(document.createElement('a'), { href: url })
  for (const script of document.scripts)
    if (withoutQuery(script.src) === withoutQuery(href) && !givenUp.has(script))
      return { outcome: 'loaded', remove: () => givenUp.add(script) }
  return undefined
}

const withoutQuery = (address: string) => address.split(/[?#]/, 1)[0]

function insert(url: string, { nonce, policy }: ScriptRequest): Promise<ScriptOutcome> {
  const script = document.createElement('script')
  try {
    script.src = (policy ? policy.createScriptURL(url) : url) as string
  } catch {
    return Promise.resolve({ outcome: 'refused' })
  }
  const outcome = new Promise<ScriptOutcome>((resolve) => {
    function remove() {
      script.remove()
      if (inserted.get(url) === outcome) inserted.delete(url)
    }
    script.onload = () => resolve({ outcome: 'loaded', remove })
    script.onerror = () => {
      remove()
      resolve(FAILED)
    }
  })
  inserted.set(url, outcome)
  script.async = true
  if (nonce) script.nonce = nonce
  document.head.append(script)
  return outcome
}
