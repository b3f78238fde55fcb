/**
 * Returns the UTF-8 bytes of `text` in base64 with the URL alphabet (RFC 4648 §5), without padding. Does not use `TextEncoder`,
 * which jsdom does not have.
 *
 * @param text well-formed, like every result of `JSON.stringify`. A lone surrogate throws.
 */
export function base64Url(text: string): string {
  const binary = encodeURIComponent(text).replace(/%(..)/g, (_escape, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
