import { attempt } from './attempt.ts'

/** The maximum length of an error text, in characters. */
const MAX_LENGTH = 200

/** Returns a thrown value as a short text. Code of others may throw any value. */
export const errorText = (error: unknown): string =>
  attempt(
    () => String(error),
    () => typeof error,
  ).slice(0, MAX_LENGTH)
