/**
 * A UUID version 7: ids made later sort later.
 *
 * @param unixMs milliseconds since 1970
 * @param random a UUID version 4
 */
export function uuidV7(unixMs: number, random: string): string {
  // [spec] RFC 9562 §5.7: 48 bits of big-endian milliseconds, and from the version on what version 4 has there too: all random
  // but for the variant.
  const time = Math.floor(unixMs).toString(16).padStart(12, '0').slice(-12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
