import type { Permits } from './ports/platform.ts'

/** Resolves when the use is allowed, or when the signal aborts. `orDenied`: also when it is denied. */
export const whenGranted = (
  permits: Permits,
  use: string,
  { signal, orDenied }: { signal: AbortSignal | undefined; orDenied?: boolean },
): Promise<void> =>
  new Promise((resolve) => {
    const stop = permits.watch(check)
    signal?.addEventListener('abort', check)
    check()

    function check() {
      const state = permits.of(use)
      if (!signal?.aborted && state !== 'granted' && !(orDenied && state === 'denied')) return
      stop()
      resolve()
    }
  })
