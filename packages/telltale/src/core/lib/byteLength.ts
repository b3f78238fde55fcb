/**
 * Bytes of UTF-8, not characters: what a disk and the browser's limits count. Without `TextEncoder`, which jsdom does not
 * have. Half of a surrogate pair counts three bytes, as the replacement character that stands for it does.
 */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0
    if (point > 0x7f) bytes += point > 0x7ff ? 2 : 1
    if (point > 0xffff) index += 1
  }
  return bytes
}
