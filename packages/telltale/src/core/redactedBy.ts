import type { LibraryStep, Redacted } from './stepHost.ts'

/** What these steps leave of a value, in their order. */
export const redactedBy =
  (steps: readonly LibraryStep[]): Redacted =>
  (value, where) => {
    let clean = value
    for (const step of steps) clean = step['~redact']?.(clean, where) ?? clean
    return clean
  }
