import { type Answer, ask } from '../hostile/ask.ts'
import { type PlainFields, plainBatch } from '../hostile/plainBatch.ts'
import { createRandom } from '../hostile/random.ts'

/** Sends batches, and remembers which events were acknowledged: those must be in the store afterwards. */
export interface Sender {
  /** Sends a batch of so many events. */
  send(port: number, given?: SendOptions): Promise<Answer>
  /** Sends every batch so far once more, as pages do that have not heard the answer. */
  again(port: number): Promise<readonly Answer[]>
  readonly acknowledged: ReadonlySet<string>
  /** Those of the acknowledged events that are not among these. */
  missingIn(ids: readonly string[]): readonly string[]
}

export interface SendOptions extends PlainFields {
  readonly headers?: Readonly<Record<string, string>>
  readonly count?: number
}

const random = createRandom(Date.now() % 1_000_000)
const JSON_BODY = { 'content-type': 'application/json' }

export function createSender(): Sender {
  const acknowledged = new Set<string>()
  const bodies: string[] = []
  return {
    acknowledged,
    async send(port, { headers = {}, count = 3, ...fields } = {}) {
      const events = Array.from({ length: count }, () => ({}))
      const batch = plainBatch(random, { events, ...fields })
      const body = JSON.stringify(batch)
      bodies.push(body)
      const answer = await post(port, body, headers)
      if (answer.status === 202) for (const { id } of batch.events) acknowledged.add(id)
      return answer
    },
    again: (port) => Promise.all(bodies.map((body) => post(port, body, {}))),
    missingIn(ids) {
      const there = new Set(ids)
      return [...acknowledged].filter((id) => !there.has(id))
    },
  }
}

const post = (port: number, body: string, headers: Readonly<Record<string, string>>) =>
  ask({ port, path: '/collect', method: 'POST', headers: { ...JSON_BODY, ...headers }, body })
