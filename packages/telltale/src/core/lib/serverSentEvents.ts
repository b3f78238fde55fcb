export interface ServerSentEvent {
  readonly event: string
  readonly data: string
}

/** The longest line that is kept, in characters. Services send no longer lines, and memory is limited. */
const MAX_LINE_CHARACTERS = 32_000_000

/**
 * Parses the text of a stream, which may be cut anywhere, into events. Ids and the server's reconnection time are
 * ignored, because the flag service sends neither. `TextDecoder` has already removed the byte order mark.
 * [spec] https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function readServerSentEvents(onEvent: (event: ServerSentEvent) => void): (chunk: string) => void {
  let unfinished = ''
  let type = ''
  let data: string[] = []

  return (chunk) => {
    const isHalfEnded = unfinished.endsWith('\r')
    unfinished += chunk
    // A long line comes in many chunks. It is parsed once, when it is complete.
    if (!isHalfEnded && !/[\r\n]/.test(chunk)) {
      if (unfinished.length > MAX_LINE_CHARACTERS) unfinished = ''
      return
    }
    // [spec] Lines end with CR LF, LF or CR. A CR at the very end may be half of a CR LF.
    const lines = unfinished.split(/\r\n|\n|\r(?!$)/)
    unfinished = lines.pop() ?? ''
    for (const line of lines) {
      // [spec] The name of the field ends at the first colon. One space after the colon is not part of the value.
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (field === 'data') data.push(value)
      if (field === 'event') type = value
      if (line) continue
      // [spec] Without data there is no event.
      if (data[0] !== undefined) onEvent({ event: type || 'message', data: data.join('\n') })
      type = ''
      data = []
    }
  }
}
