/** [spec] Initialisation wait, in milliseconds: this or less is recommended; a longer wait gives a warning. */
export const RECOMMENDED_WAIT_MS = 5_000
