import type { ConsoleMessage } from '../console/consoleMessage.ts'
import { readEventStream } from './readEventStream.ts'

/** The messages that may be of that type. */
type Of<T, M extends ConsoleMessage = ConsoleMessage> = M extends { readonly type: infer Types }
  ? T extends Types
    ? M
    : never
  : never

export interface ConsoleForTest {
  /** The next message of that type; others are passed over. */
  next<T extends ConsoleMessage['type']>(type: T): Promise<Of<T>>
  /** Sends a command as the console's own page does. */
  command(method: string, path: string, body?: unknown, origin?: string): Promise<{ status: number; body: unknown }>
  close(): void
}

/** A console that is open, without its page. */
export async function consoleOf(url: string): Promise<ConsoleForTest> {
  const stream = await readEventStream(`${url}/console/stream`)
  return {
    async next<T extends ConsoleMessage['type']>(type: T) {
      for (;;) {
        const message = await stream.next()
        if (message === undefined) throw new Error(`The stream ended before there was a message of the type ${type}.`)
        const data = message.data as ConsoleMessage
        if (data.type === type) return data as Of<T>
      }
    },
    async command(...[method, path, body, origin = url]) {
      const init = { method, headers: { origin, 'content-type': 'application/json' } }
      const answer = await fetch(url + path, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: await answer.json() }
    },
    close: () => stream.close(),
  }
}
