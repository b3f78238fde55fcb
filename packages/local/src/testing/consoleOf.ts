import type { ConsoleMessage } from '../console/consoleMessage.ts'
import { readEventStream } from './readEventStream.ts'

/** The messages that can have that type. */
type Of<T, M extends ConsoleMessage = ConsoleMessage> = M extends { readonly type: infer Types }
  ? T extends Types
    ? M
    : never
  : never

export interface ConsoleForTest {
  /** Returns the next message of that type. Others are skipped. */
  next<T extends ConsoleMessage['type']>(type: T): Promise<Of<T>>
  /** Sends a command as the console's page does. */
  command(method: string, path: string, body?: unknown, origin?: string): Promise<{ status: number; body: unknown }>
  close(): void
}

/** Opens the console's stream without its page. */
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
