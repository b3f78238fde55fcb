import { attempt } from './attempt.ts'

/** How much of an error's text is kept, in characters. */
const MAX_LENGTH = 200

/** What was thrown, as a short text: code that is not ours may throw anything. */
export const errorText = (error: unknown): string =>
  attempt(
    () => String(error),
    () => typeof error,
  ).slice(0, MAX_LENGTH)
