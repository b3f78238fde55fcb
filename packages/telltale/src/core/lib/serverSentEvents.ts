export interface ServerSentEvent {
  readonly event: string
  readonly data: string
}

/** A line that is longer is not waited for: no service sends such, and memory has an end. */
const MAX_LINE_CHARACTERS = 32_000_000

/**
 * Makes events of a stream's text, which may be cut anywhere. Ids and the server's wish for a reconnection time are left
 * out: the flag service has neither. The text has lost its byte order mark already, by `TextDecoder`.
 * [spec] https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function readServerSentEvents(onEvent: (event: ServerSentEvent) => void): (chunk: string) => void {
  let unfinished = ''
  let type = ''
  let data: string[] = []

  return (chunk) => {
    const isHalfEnded = unfinished.endsWith('\r')
    unfinished += chunk
    // A long line comes in many chunks: it is looked at once, when it is whole.
    if (!isHalfEnded && !/[\r\n]/.test(chunk)) {
      if (unfinished.length > MAX_LINE_CHARACTERS) unfinished = ''
      return
    }
    // [spec] Lines end with CR LF, LF or CR. A CR at the very end may be half of a CR LF.
    const lines = unfinished.split(/\r\n|\n|\r(?!$)/)
    unfinished = lines.pop() ?? ''
    for (const line of lines) {
      // [spec] The field's name ends at the first colon; one space after it is not part of the value.
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
