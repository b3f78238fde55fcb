/**
 * A UUID version 7: ids made later sort later.
 *
 * @param unixMs milliseconds since 1970
 * @param bytes ten random bytes
 */
export function uuidV7(unixMs: number, bytes: Uint8Array): string {
  // [spec] RFC 9562 §5.7: 48 bits of big-endian milliseconds, 4 bits of version, 12 random, 2 bits of variant, 62 random.
  const time = Math.floor(unixMs).toString(16).padStart(12, '0').slice(-12)
  return format(time + hexOf(bytes), '7')
}

/** A UUID version 4, from sixteen random bytes. */
export function uuidV4(bytes: Uint8Array): string {
  return format(hexOf(bytes), '4')
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function format(hex: string, version: string): string {
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const digits = hex.slice(0, 12) + version + hex.slice(13, 16) + variant + hex.slice(17)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
