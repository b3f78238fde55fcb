import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Answer, ask } from './ask.ts'
import { problemInAnswer } from './batchAnswer.ts'

/** Who attacks a collector, with an address that no other client has. */
export interface Attacker {
  /** Aborted when the attack has to end. */
  readonly signal: AbortSignal
  readonly port: () => number
  /** Posts a batch that the documentation allows, and says so if the answer is none of those that it allows. */
  post(batch: object, options?: PostOptions): Promise<Answer>
  /** Posts a body of any kind. */
  send(body: string | Buffer, options?: SendOptions): Promise<Answer>
  /** A connection, which stays open until the collector closes it or all is over. */
  open(): Promise<Socket>
  /** The first lines of a request, up to its body. */
  head(options?: HeadOptions): string
  say(problem: string): void
  close(): void
}

export interface PostOptions extends SendOptions {
  /** The statuses that the documentation allows for this batch besides 202, and 429 and 503 with `Retry-After`. */
  readonly allowed?: readonly number[]
}

export interface SendOptions {
  readonly isGzip?: boolean
  /** The body is packed already. */
  readonly isPacked?: boolean
  readonly address?: string
}

export interface HeadOptions {
  readonly method?: string
  readonly path?: string
  readonly address?: string
  readonly fields?: readonly string[]
}

export interface AttackerNeeds {
  readonly port: () => number
  readonly from?: string | undefined
  readonly forwardedFor?: string | undefined
  readonly signal: AbortSignal
  /** Called with what is wrong, in a sentence, and the request if there was one. */
  readonly say: (problem: string, request?: string) => void
}

export function createAttacker({ port, from, forwardedFor, signal, say }: AttackerNeeds): Attacker {
  const sockets = new Set<Socket>()

  async function send(
    body: string | Buffer,
    { isGzip = false, isPacked = false, address = forwardedFor }: SendOptions = {},
  ) {
    const headers = {
      'content-type': 'application/json',
      ...(isGzip && { 'content-encoding': 'gzip' }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
    }
    const bytes = isGzip && !isPacked ? gzipSync(body) : body
    return ask({ port: port(), path: '/collect', method: 'POST', headers, body: bytes, from, timeoutMs: 20_000 })
  }

  return {
    signal,
    port,
    send,
    say,
    async post(batch, { allowed = [], ...options } = {}) {
      const body = JSON.stringify(batch)
      const answer = await send(body, options)
      const { length: count } = (batch as { readonly events: readonly unknown[] }).events
      const problem = problemInAnswer(answer, { body, count, allowed })
      if (problem !== undefined && !signal.aborted) say(problem, body)
      return answer
    },
    async open() {
      const socket = connect({ port: port(), host: '127.0.0.1', ...(from !== undefined && { localAddress: from }) })
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      socket.resume()
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
      return socket
    },
    head({ method = 'POST', path = '/collect', address = forwardedFor, fields = [] } = {}) {
      const forwarded = address === undefined ? [] : [`X-Forwarded-For: ${address}`]
      const lines = [`${method} ${path} HTTP/1.1`, 'Host: collector', ...forwarded, ...fields]
      return `${lines.join('\r\n')}\r\n\r\n`
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
