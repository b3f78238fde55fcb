/**
 * Returns a hash of 53 bits, for names and for telling strings apart. It is not cryptographic: `crypto.subtle`, which
 * is, answers asynchronously and is missing on insecure origins.
 * Source: cyrb53 by bryc, in the public domain, https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js
 *
 * @param seed each seed gives an independent hash
 */
export function hashText(text: string, seed: number): string {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
