import { type History, noteReply, type Reply } from './history.ts'

/** One address behind which there are several collectors, as behind a balancer. */
export interface Address {
  /** Sends a batch. Resolves with whether one of the collectors has acknowledged it. */
  post(body: string, ids: readonly string[]): Promise<boolean>
  /** How often the collector with this number has acknowledged a batch that was sent to it. */
  acknowledgements(collector: number): number
  /** From now on, each batch goes to one collector, or to all of them at the same moment. */
  sendTo(mode: 'one' | 'all'): void
}

/** A request without an answer for so long has none, in milliseconds. The collector promises one within 5 seconds. */
const SILENT_MS = 30_000

/** @param urls - the addresses of the collectors, which change when they are started again */
export function createAddress(urls: readonly (() => string)[], history: History): Address {
  const counts = urls.map(() => 0)
  let mode: 'one' | 'all' = 'one'

  async function postTo(collector: number, { body, ids }: { body: string; ids: readonly string[] }): Promise<boolean> {
    const reply = await replyOf(urls[collector]?.() ?? '', body)
    const isAcknowledged = noteReply(history, reply, ids)
    if (isAcknowledged) counts[collector] = (counts[collector] ?? 0) + 1
    return isAcknowledged
  }

  return {
    async post(body, ids) {
      const any = Math.floor(Math.random() * urls.length)
      const chosen = mode === 'all' ? [...urls.keys()] : [any]
      history.copies += ids.length * (chosen.length - 1)
      const all = await Promise.all(chosen.map((collector) => postTo(collector, { body, ids })))
      return all.includes(true)
    },
    acknowledgements: (collector) => counts[collector] ?? 0,
    sendTo: (next) => {
      mode = next
    },
  }
}

async function replyOf(url: string, body: string): Promise<Reply> {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(SILENT_MS)
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/collect`, { method: 'POST', headers, body, signal })
    const took = ms()
    // An answer that breaks off was one all the same: a page does not read it.
    await answer.arrayBuffer().catch(() => undefined)
    return { outcome: 'answered', status: answer.status, retryAfter: answer.headers.get('retry-after'), ms: took }
  } catch {
    return signal.aborted ? { outcome: 'silent', ms: ms() } : { outcome: 'broken' }
  }
}
