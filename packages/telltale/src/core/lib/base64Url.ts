/** The UTF-8 bytes of `text` in base64 with the URL alphabet (RFC 4648 §5), padded. */
export function base64Url(text: string): string {
  let binary = ''
  // Byte by byte: spreading a long text into `fromCharCode` overflows the stack.
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_')
}
