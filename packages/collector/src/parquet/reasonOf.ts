/** Why something failed, without data of events, which DuckDB and stores may quote: a code, or what kind of error it is. */
export function reasonOf(error: unknown): string {
  const { code, message, name } = error as { readonly code?: unknown; readonly message: string; readonly name: string }
  return code === undefined ? (/^[A-Z][\w ]* Error(?=:)/.exec(message)?.[0] ?? name) : String(code)
}
