/** What an error is, without its message, which may quote an event. */
export function reasonOf(error: unknown): string {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') return code
  return message.startsWith('The store') ? message : 'unknown'
}
