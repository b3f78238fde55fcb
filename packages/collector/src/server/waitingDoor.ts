import type { CollectorOptions, RequestInfo } from '../collectorOptions.ts'
import { createCollector } from '../createCollector.ts'

export interface WaitingDoor {
  fetch(request: Request, info: RequestInfo): Promise<Response>
  /** Why the store cannot be opened yet: a code. */
  because(reason: string): void
}

/** When a client shall come again, in seconds. */
const RETRY_AFTER_S = '5'

/**
 * What answers until the store is open, whose server may be away, or whose tables are being changed: the process lives, and is not ready.
 * Batches are judged as usual, and answered with 503.
 *
 * @param name - of the store
 */
export function createWaitingDoor(options: Omit<CollectorOptions, 'sink'>, name: string): WaitingDoor {
  let reason: string | undefined
  const notYet = () => Promise.reject(new Error('The store is not open yet.'))
  const sink = { name, append: notYet, check: notYet, close: async () => undefined }
  // The log already says that the store is away.
  const collector = createCollector({ ...options, sink, log: () => undefined })
  return {
    because(why) {
      reason = why
    },
    async fetch(request, info) {
      const { pathname } = new URL(request.url)
      if (request.method === 'GET' && (pathname === '/health' || pathname === '/health/ready'))
        return Response.json(
          { status: 'not ready', store: name, ...(reason !== undefined && { reason }) },
          { status: 503 },
        )
      const answer = await collector.fetch(request, info)
      // What cannot be read yet is not what can never be read.
      return answer.status === 501
        ? Response.json(
            { message: 'The store is not open yet.' },
            { status: 503, headers: { 'retry-after': RETRY_AFTER_S } },
          )
        : answer
    },
  }
}
