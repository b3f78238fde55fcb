import { isPermanentStatus, type Http } from '../core/http/http.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'
import type { Json } from '../core/model/json.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { CreateFlagSource, FlagAnswer, SourceFlag } from './flagSource.ts'

/** Milliseconds between two requests while changes are followed. */
export const INTERVAL_MS = 30_000

interface Needs {
  http: Http
  clock: Clock
}

/**
 * Flags from a plain JSON endpoint, `{ "key": value }`. Changes are found by asking again, with the entity tag of the latest answer, so
 * that flags which have not changed are not sent.
 */
export const jsonSource =
  (endpoint: string, { http, clock }: Needs): CreateFlagSource =>
  ({ key }) => {
    let etag = ''
    let known: Record<string, SourceFlag> = {}

    async function ask(signal: AbortSignal): Promise<FlagAnswer> {
      const answer = await http({
        url: `${endpoint}?user=${encodeURIComponent(String(key))}`,
        headers: { 'If-None-Match': etag },
        alsoSuccess: (status) => status === 304,
        signal,
      })
      if (answer.outcome !== 'success') {
        const error = new Error(`The flags could not be fetched: ${answer.status || answer.outcome}`)
        return { error, isPermanent: isPermanentStatus(answer.status), retryAfterMs: answer.retryAfterMs }
      }
      if (answer.status === 304) return { flags: known }
      const values = parseJson((await answer.text()) ?? '')
      if (!isRecord(values)) return { error: new Error('The answer has no flags.') }
      etag = answer.header('etag') ?? ''
      known = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value: value as Json }]))
      return { flags: known }
    }

    return {
      fetch: ask,
      follow(on, signal) {
        let cancel = clock.after(INTERVAL_MS, again)
        signal.addEventListener('abort', () => cancel())

        async function again() {
          const answer = await ask(signal)
          if (signal.aborted) return
          if ('flags' in answer) on.flags(answer.flags)
          cancel = clock.after(INTERVAL_MS, again)
        }
      },
    }
  }
