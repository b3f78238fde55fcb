import { request } from 'node:http'

/** What a collector has answered. The status is 0 when the connection broke or the time was over. */
export interface Answer {
  readonly status: number
  readonly ms: number
  readonly text: string
  readonly retryAfter: string | undefined
}

export interface Question {
  readonly port: number
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: string | Buffer
  /** The address of this machine from which the connection comes. */
  readonly from?: string | undefined
  readonly timeoutMs?: number
  /** Milliseconds since any moment. */
  readonly now?: () => number
}

/** Asks with a connection of its own. */
export function ask(question: Question): Promise<Answer> {
  const {
    port,
    path,
    method = 'GET',
    headers = {},
    body,
    from,
    timeoutMs = 10_000,
    now = () => performance.now(),
  } = question
  const startedAt = now()
  return new Promise((resolve) => {
    const end = (answer: Partial<Answer>) => {
      clearTimeout(timer)
      const ms = Math.round(now() - startedAt)
      resolve({ status: 0, ms, text: '', retryAfter: undefined, ...answer })
    }
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path, method, agent: false, headers: { connection: 'close', ...headers } },
        ...(from !== undefined && { localAddress: from }),
      },
      (answer) => {
        const { statusCode: status = 0, headers: said } = answer
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', () => end({}))
        answer.on('end', () => end({ status, text: Buffer.concat(chunks).toString(), retryAfter: said['retry-after'] }))
      },
    )
    const timer = setTimeout(() => sent.destroy(new Error('The time is over.')), timeoutMs)
    // An answer that came before the body was written is an answer all the same.
    sent.on('error', () => end({}))
    sent.on('close', () => end({}))
    sent.end(body)
  })
}
