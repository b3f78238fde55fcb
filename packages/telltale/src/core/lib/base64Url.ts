/**
 * The UTF-8 bytes of `text` in base64 with the URL alphabet (RFC 4648 §5), padded. Without `TextEncoder`, which jsdom does not
 * have.
 *
 * @param text well-formed, as what `JSON.stringify` returns is: half of a surrogate pair throws
 */
export function base64Url(text: string): string {
  const binary = encodeURIComponent(text).replace(/%(..)/g, (_escape, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_')
}
