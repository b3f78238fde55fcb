import { services } from '../services.ts'

/** How long to wait for an answer, in milliseconds. */
const TIMEOUT_MS = 4000

/** Asks for a token that shows the desk as this customer sees it. Rejects if the service does not give one. */
export async function impersonate(own: string, id: string): Promise<string> {
  const response = await fetch(`${services}/local/impersonate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The desk cannot be seen as this customer: status ${response.status}.`)
  const { token }: { token: string } = await response.json()
  return token
}
