/** What a code looks like: `ECONNREFUSED`, a SQLSTATE such as `42501`, `ERR_SQLITE_ERROR`. */
const CODE = /^[A-Z0-9][A-Z0-9_]{1,39}$/
/** How many errors within errors are looked at. */
const MAX_ERRORS = 10

/**
 * What an error is, for a log: its codes and those of the errors that have caused it, from the outermost to the innermost. Messages may quote an event,
 * except those of the collector itself, and what SQLite calls the code.
 */
export function reasonOf(error: unknown): string {
  const reasons = new Set<string>()
  const all: unknown[] = [error]
  for (const one of all) {
    if (typeof one !== 'object' || one === null) continue
    const { code, errcode, errstr, message = '', cause, errors } = one as Partial<Failure>
    if (typeof code === 'string' && CODE.test(code)) reasons.add(code)
    if (typeof errcode === 'number' && typeof errstr === 'string') reasons.add(errstr)
    if (message.startsWith('The store')) reasons.add(message)
    all.push(...[cause, ...(Array.isArray(errors) ? errors : [])].slice(0, MAX_ERRORS - all.length))
  }
  return [...reasons].join(', ') || 'unknown'
}

interface Failure {
  readonly code: unknown
  /** Of the SQLite of Node, with the name that SQLite has for it. */
  readonly errcode: unknown
  readonly errstr: unknown
  readonly message: string
  readonly cause: unknown
  readonly errors: unknown
}
