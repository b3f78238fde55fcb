/** An answer, or why there was none, in a sentence. */
export type Asked =
  | { readonly outcome: 'answered'; readonly response: Response; readonly text: string }
  | { readonly outcome: 'silent'; readonly sentence: string }

export interface Patience {
  readonly timeoutMs: number
}

/** Asks a service as a page would, and reads all of the answer. Never rejects. */
export async function ask(url: string, init: RequestInit, { timeoutMs }: Patience): Promise<Asked> {
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { outcome: 'answered', response, text: await response.text() }
  } catch (error) {
    return { outcome: 'silent', sentence: whyNot(error, new URL(url), timeoutMs) }
  }
}

/** Why a request failed, for people. */
export function whyNot(error: unknown, { host, hostname }: URL, timeoutMs: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  const code = cause?.code ?? ''
  if (name === 'TimeoutError') return `${host} does not answer within ${timeoutMs / 1000} s.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no host ${hostname}: is the name right, and is there a network?`
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}: is the service running, and is the port right?`
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return `${host} cuts the connection.`
  if (/CERT|TLS|SSL/.test(code)) return `The certificate of ${host} is not accepted (${code}).`
  return `${host} cannot be asked: ${cause?.message ?? message}.`
}

/** What is not from the service at all, in a sentence: the page of a captive portal, a login, an application's own. */
export function foreign({ response, text }: Extract<Asked, { outcome: 'answered' }>, url: string): string | undefined {
  const { host } = new URL(url)
  if (response.status >= 300 && response.status < 400)
    return `${host} sends on to ${response.headers.get('location') ?? 'somewhere else'}: a browser would follow, and lose the method. Use that address.`
  if (!/^\s*<(!doctype|html)/i.test(text) && !response.headers.get('content-type')?.startsWith('text/html'))
    return undefined
  const title = /<title[^>]*>([^<]{1,80})/i.exec(text)?.[1]?.trim()
  const page = title === undefined ? 'a web page' : `a web page ("${title}")`
  return `${host} answers with ${page}: is this the service's address, and no proxy or login of the network before it?`
}

export interface Preflight {
  readonly origin: string
  readonly method: string
  readonly headers: readonly string[]
}

/** What a browser would object to before it lets a page at `origin` send this request; nothing when it would let it. */
export async function preflightProblem(
  url: string,
  wanted: Preflight,
  patience: Patience,
): Promise<string | undefined> {
  const { origin, method, headers } = wanted
  const asked = await ask(
    url,
    {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        ...(headers.length > 0 && { 'access-control-request-headers': headers.join(',').toLowerCase() }),
      },
    },
    patience,
  )
  if (asked.outcome === 'silent') return asked.sentence
  const { response } = asked
  // [spec] Fetch, CORS-preflight fetch: an ok status, then the origin, the method and each header.
  if (!response.ok)
    return `A browser asks first whether ${origin} may send this (OPTIONS), and is answered ${response.status}.`
  const allowed = originProblem(response, origin)
  if (allowed !== undefined) return allowed
  const methods = listOf(response, 'access-control-allow-methods')
  // [spec] Methods that need no permission.
  if (!['GET', 'HEAD', 'POST'].includes(method) && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `A browser does not let ${origin} use ${method} there: Access-Control-Allow-Methods has ${methods.join(', ') || 'nothing'}.`
  const names = listOf(response, 'access-control-allow-headers')
  const missing = headers.filter(
    (name) => !names.includes(name.toLowerCase()) && (!names.includes('*') || name.toLowerCase() === 'authorization'),
  )
  if (missing.length === 0) return undefined
  return `A browser does not let ${origin} send ${missing.join(', ')} there: Access-Control-Allow-Headers lacks ${missing.length === 1 ? 'it' : 'them'}.`
}

/** Why a page at `origin` could not read an answer. */
export function originProblem(response: Response, origin: string): string | undefined {
  const allowed = response.headers.get('access-control-allow-origin')
  if (allowed === '*' || allowed === origin) return undefined
  const what = allowed === null ? 'is missing' : `is ${allowed}`
  return `A page at ${origin} may not read the answer: Access-Control-Allow-Origin ${what}.`
}

function listOf(response: Response, header: string): string[] {
  return (response.headers.get(header) ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || [])
}
