/**
 * 106 bits that stand for a text and do not show it: for storage keys. Synchronous, and there on insecure origins, where
 * `crypto.subtle` is not. It is no protection against somebody who can guess the text and reads the storage: salt it.
 */
export function digest(text: string): string {
  return hash53(text, 0) + hash53(text, 1)
}

/** cyrb53 (public domain): two multiply-xor lanes over the UTF-16 units, mixed at the end. */
function hash53(text: string, seed: number): string {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ seed
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
