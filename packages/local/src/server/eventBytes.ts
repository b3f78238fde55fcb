/** Messages of a stream as they go over the wire. Made once, however many streams they go over. */
export interface EventBytes {
  readonly plain: Uint8Array<ArrayBuffer>
  /** `plain` as one chunk of HTTP/1.1's chunked encoding. */
  readonly chunk: Uint8Array<ArrayBuffer>
}

/** `text`: one or more of `eventText`, or a comment. */
export function eventBytes(text: string): EventBytes {
  const size = Buffer.byteLength(text)
  // [RFC 9112, 7.1] chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF; the size is hexadecimal.
  const head = `${size.toString(16)}\r\n`
  const chunk = Buffer.allocUnsafe(head.length + size + 2)
  chunk.write(head, 'latin1')
  chunk.write(text, head.length, 'utf8')
  chunk.write('\r\n', head.length + size, 'latin1')
  return { plain: chunk.subarray(head.length, head.length + size), chunk }
}

/** One message of a stream. */
export function eventText(data: string, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`
}
