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

const DIGITS = '0123456789abcdef'

/** Digit by digit: an event waits for its id, and `toString` with `padStart` takes several times as long. */
function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += DIGITS.charAt(byte >> 4) + DIGITS.charAt(byte & 15)
  return hex
}

function format(hex: string, version: string): string {
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) & 0x3)
  const groups = [hex.slice(0, 8), hex.slice(8, 12), version + hex.slice(13, 16), variant + hex.slice(17, 20)]
  return [...groups, hex.slice(20, 32)].join('-')
}
