import type { Scripts } from '../core/ports/scripts.ts'

export const documentScripts: Scripts = {
  load: (url, { nonce, signal }) =>
    new Promise((resolve) => {
      if (typeof document !== 'object' || signal.aborted) return resolve(false)
      const script = document.createElement('script')
      const finish = (isLoaded: boolean) => {
        if (!isLoaded) script.remove()
        signal.removeEventListener('abort', abort)
        resolve(isLoaded)
      }
      const abort = () => finish(false)
      script.onload = () => finish(true)
      script.onerror = abort
      signal.addEventListener('abort', abort)
      script.async = true
      if (nonce) script.nonce = nonce
      script.src = url
      document.head.append(script)
    }),
}
