/**
 * Returns the length of a string in bytes of UTF-8, not in characters: disks and the limits of browsers count bytes.
 * Does not use `TextEncoder`, which jsdom does not have. A lone surrogate counts three bytes, like the replacement
 * character that is written for it.
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
