/**
 * Returns a number in [0, 1) that is always the same for a text, and evenly spread over texts that differ little, as ids do: FNV-1a, whose
 * last letters change too few bits without the last line.
 */
export function shareOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32
}
