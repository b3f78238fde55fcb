/** The 16 bytes of a UUID: less than half of its text, in a table with an index over it. */
export const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** The UUID of 32 hexadecimal digits. */
export const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
