import { whenAborted } from '../core/lib/whenAborted.ts'
import type { ScriptOutcome, ScriptRequest, Scripts } from '../core/ports/scripts.ts'

/** The scripts of the page by address, whichever caller loads them: one that is inserted twice runs twice. */
const inserted = new Map<string, Promise<ScriptOutcome>>()

const FAILED: ScriptOutcome = { outcome: 'failed' }

export const documentScripts: Scripts = {
  async load(url, request) {
    const { signal } = request
    if (typeof document !== 'object' || signal.aborted) return FAILED
    const script = inserted.get(url) ?? insert(url, request)
    return Promise.race([script, whenAborted(signal).then(() => FAILED)])
  },
}

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
