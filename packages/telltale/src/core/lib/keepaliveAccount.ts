import { byteLength } from './byteLength.ts'

export interface KeepaliveAccount {
  /** How many bytes are left. */
  room(): number
  /** Takes the bytes of a text, and answers what gives them back; nothing when they do not fit. */
  take(body: string | undefined): (() => void) | undefined
}

/** What all requests that are to outlive the page may have on their way together, in bytes. */
export function keepaliveAccount(limit: number): KeepaliveAccount {
  let left = limit
  return {
    room: () => left,
    take(body) {
      const bytes = byteLength(body ?? '')
      if (bytes > left) return undefined
      left -= bytes
      return () => void (left += bytes)
    },
  }
}
