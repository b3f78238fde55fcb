/** An answer, or a sentence that says why there was none. */
export type RequestOutcome =
  | { readonly outcome: 'answered'; readonly response: Response; readonly text: string }
  | { readonly outcome: 'silent'; readonly sentence: string }

export interface RequestLimits {
  readonly timeoutMs: number
}

/** Sends a request to a service as a page would, and reads the whole answer. Never rejects. */
export async function sendRequest(
  url: string,
  init: RequestInit,
  { timeoutMs }: RequestLimits,
): Promise<RequestOutcome> {
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { outcome: 'answered', response, text: await response.text() }
  } catch (error) {
    return { outcome: 'silent', sentence: requestFailure(error, new URL(url), timeoutMs) }
  }
}

/** Why a request failed, as a sentence. */
export function requestFailure(error: unknown, { host, hostname }: URL, timeoutMs: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  const code = cause?.code ?? ''
  if (name === 'TimeoutError') return `${host} did not answer within ${timeoutMs / 1000} s.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host ${hostname} was not found. Check the name and the network connection.`
  if (code === 'ECONNREFUSED')
    return `Nothing listens at ${host}. Check that the service is running and that the port is right.`
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return `${host} reset the connection.`
  if (/CERT|TLS|SSL/.test(code)) return `The certificate of ${host} is not accepted (${code}).`
  return `The request to ${host} failed: ${cause?.message ?? message}.`
}

/** A sentence if the answer does not come from the service: a redirect, or a web page such as a captive portal or a login. */
export function wrongServerProblem(
  { response, text }: Extract<RequestOutcome, { outcome: 'answered' }>,
  url: string,
): string | undefined {
  const { host } = new URL(url)
  if (response.status >= 300 && response.status < 400)
    return `${host} redirects to ${response.headers.get('location') ?? 'another address'}. A browser would follow and change the method. Use that address.`
  if (!/^\s*<(!doctype|html)/i.test(text) && !response.headers.get('content-type')?.startsWith('text/html'))
    return undefined
  const title = /<title[^>]*>([^<]{1,80})/i.exec(text)?.[1]?.trim()
  const page = title === undefined ? 'a web page' : `a web page ("${title}")`
  return `${host} answered with ${page}. Check the address, and whether a proxy or a login page of the network is in between.`
}

export interface Preflight {
  readonly origin: string
  readonly method: string
  readonly headers: readonly string[]
}

/** Why a browser would not let a page at `origin` send this request. `undefined` if it would. */
export async function preflightProblem(
  url: string,
  wanted: Preflight,
  limits: RequestLimits,
): Promise<string | undefined> {
  const { origin, method, headers } = wanted
  const asked = await sendRequest(
    url,
    {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        ...(headers.length > 0 && { 'access-control-request-headers': headers.join(',').toLowerCase() }),
      },
    },
    limits,
  )
  if (asked.outcome === 'silent') return asked.sentence
  const { response } = asked
  // [spec] Fetch, CORS-preflight fetch: an ok status, then the origin, the method and each header.
  if (!response.ok) return `The preflight (OPTIONS) of ${origin} was answered with ${response.status}.`
  const allowed = originProblem(response, origin)
  if (allowed !== undefined) return allowed
  const methods = listOf(response, 'access-control-allow-methods')
  // [spec] Methods that are allowed without being listed.
  if (!['GET', 'HEAD', 'POST'].includes(method) && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `A browser would not let ${origin} use ${method}: Access-Control-Allow-Methods has ${methods.join(', ') || 'nothing'}.`
  const names = listOf(response, 'access-control-allow-headers')
  const missing = headers.filter(
    (name) => !names.includes(name.toLowerCase()) && (!names.includes('*') || name.toLowerCase() === 'authorization'),
  )
  if (missing.length === 0) return undefined
  return `A browser would not let ${origin} send ${missing.join(', ')}: Access-Control-Allow-Headers lacks ${missing.length === 1 ? 'it' : 'them'}.`
}

/** Why a browser would not let a page at `origin` read an answer. `undefined` if it would. */
export function originProblem(response: Response, origin: string): string | undefined {
  const allowed = response.headers.get('access-control-allow-origin')
  if (allowed === '*' || allowed === origin) return undefined
  const what = allowed === null ? 'is missing' : `is ${allowed}`
  return `A browser would not let ${origin} read the answer: Access-Control-Allow-Origin ${what}.`
}

function listOf(response: Response, header: string): string[] {
  return (response.headers.get(header) ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || [])
}
