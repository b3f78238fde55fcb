import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface ReadEventStream {
  readonly response: Response
  readonly comments: number
  /** Returns the next message. `undefined` when the stream has ended. */
  next(): Promise<{ readonly event: string; readonly data: unknown } | undefined>
  /** Resolves when a comment arrives after the call. */
  nextComment(): Promise<void>
  close(): void
}

/** Opens a stream of server-sent events and reads it message by message. */
export async function readEventStream(url: string, init: RequestInit = {}): Promise<ReadEventStream> {
  const abort = new AbortController()
  const response = await fetch(url, { ...init, signal: abort.signal })
  const messages: EventSourceMessage[] = []
  let comments = 0
  let isOver = false
  let wake = () => {}
  let changed = new Promise<void>((resolve) => (wake = resolve))

  function somethingCame(): void {
    wake()
    changed = new Promise((resolve) => (wake = resolve))
  }

  const parser = createParser({
    onEvent: (message) => void messages.push(message),
    onComment: () => void comments++,
  })

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        parser.feed(decoder.decode(chunk, { stream: true }))
        somethingCame()
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    } finally {
      isOver = true
      somethingCame()
    }
  }
  const reading = read()
  reading.catch(() => undefined)

  return {
    response,
    get comments() {
      return comments
    },
    async next() {
      while (messages.length === 0) {
        if (isOver) return void (await reading)
        await changed
      }
      const message = messages.shift()
      return (
        message && {
          event: message.event ?? 'message',
          data: message.data.trim() === '' ? undefined : JSON.parse(message.data),
        }
      )
    },
    async nextComment() {
      for (const before = comments; comments === before && !isOver;) await changed
    },
    close: () => abort.abort(),
  }
}
