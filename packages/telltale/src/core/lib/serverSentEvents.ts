export interface ServerSentEvent {
  readonly event: string
  readonly data: string
}

/** The longest line, and the most data of an event, in characters. Services send less, and memory is limited. */
const MAX_CHARACTERS = 32_000_000

/**
 * Parses the text of a stream, which may be cut anywhere, into events. Ids and the server's reconnection time are
 * ignored, because the flag service sends neither. `TextDecoder` has already removed the byte order mark.
 * [spec] https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function readServerSentEvents(onEvent: (event: ServerSentEvent) => void): (chunk: string) => void {
  let unfinished = ''
  let isHalfEnded = false
  let type = ''
  let data: string[] = []
  let characters = 0

  return (chunk) => {
    unfinished += chunk
    // A long line comes in many chunks. It is parsed once, when it is complete.
    if (!isHalfEnded && !/[\r\n]/.test(chunk)) {
      if (unfinished.length > MAX_CHARACTERS) unfinished = ''
      return
    }
    // [spec] Lines end with CR LF, LF or CR. A CR at the very end may be half of a CR LF.
    const lines = unfinished.split(/\r\n|\n|\r(?!$)/)
    unfinished = lines.pop() ?? ''
    isHalfEnded = unfinished.endsWith('\r')
    for (const line of lines) {
      // [spec] The name of the field ends at the first colon. One space after the colon is not part of the value.
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (field === 'data') {
        characters += value.length
        if (characters > MAX_CHARACTERS) data = []
        else data.push(value)
      }
      if (field === 'event') type = value
      if (line) continue
      // [spec] Without data there is no event.
      if (data[0] !== undefined) onEvent({ event: type || 'message', data: data.join('\n') })
      type = ''
      data = []
      characters = 0
    }
  }
}
