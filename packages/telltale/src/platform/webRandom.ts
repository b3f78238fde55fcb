import type { Random } from '../core/ports/random.ts'

export const webRandom: Random = {
  number: () => Math.random(),
  // An event waits for its id: the browser makes one in a third of the time. It does so on secure origins alone.
  uuid: () => crypto.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16))),
}

/** A UUID version 4 from sixteen random bytes. [spec] RFC 9562 §5.4: all is random but for the version and the variant. */
function uuidOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) & 3)
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  )
}
