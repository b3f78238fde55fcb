import { services } from '../services.ts'

/** How long to wait for an answer, in milliseconds. */
const TIMEOUT_MS = 4000

/** Requests a token that impersonates the customer with this `id`. Rejects if the service refuses or does not answer. */
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
