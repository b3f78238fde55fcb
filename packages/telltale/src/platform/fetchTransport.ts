import type { HttpOutcome, Transport } from '../core/ports/transport.ts'

export const fetchTransport: Transport = {
  async send({ url, method = 'GET', headers = {}, body, signal, keepalive = false }) {
    try {
      const response = await fetch(url, {
        method,
        headers,
        keepalive,
        body: body ?? null,
        signal: signal ?? null,
      })
      return outcomeOf(response)
    } catch {
      return { outcome: signal?.aborted ? 'cancelled' : 'network' }
    }
  },
}

function outcomeOf(response: Response): HttpOutcome {
  return {
    outcome: 'response',
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: () => response.text().catch(() => undefined),
    chunks: () => textChunks(response),
  }
}

async function* textChunks({ body }: Response): AsyncIterable<string> {
  if (!body) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done || !value) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    // The reader has stopped listening: let go of the connection.
    void reader.cancel().catch(() => {})
  }
}
