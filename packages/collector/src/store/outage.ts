import type { Log } from '../collectorOptions.ts'

export interface Outage {
  failed(reason: unknown): void
  worked(): void
}

/**
 * Logs the first failure of work that is repeated, and the first success after it. What fails every few seconds would otherwise fill the log.
 *
 * @param messages - what is logged when the work begins to fail, and when it works again
 */
export function createOutage(log: Log, messages: { readonly failed: string; readonly worked: string }): Outage {
  let isFailing = false
  return {
    failed(reason) {
      if (!isFailing) log('error', messages.failed, { reason })
      isFailing = true
    },
    worked() {
      if (isFailing) log('info', messages.worked, {})
      isFailing = false
    },
  }
}
