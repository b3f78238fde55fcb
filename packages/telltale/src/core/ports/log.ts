/** The developer's console. Never given a token or personal data. */
export interface Log {
  error(message: string): void
  warn(message: string): void
}
