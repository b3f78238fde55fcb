/** The 4xx that another try may cure. The specification's §4 names them. */
const RECOVERABLE_4XX = [400, 408, 429]

/** The same request would get the same answer for ever: 4xx but 400, 408 and 429. */
export function isPermanentStatus(status: number): boolean {
  return status >= 400 && status < 500 && !RECOVERABLE_4XX.includes(status)
}
