import type { ConsoleMessage } from '../console/consoleMessage.ts'
import { requestFailure, wrongServerProblem } from '../doctor/sendRequest.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { isLoopbackHost } from '../server/guard.ts'
import { readMessages } from './readMessages.ts'
import { ToolProblem } from './toolProblem.ts'

/** Requests to running local services for one call of a tool. They throw a `ToolProblem` if there is no result. */
export interface ServicesClient {
  /** The origin of the services. */
  address(): Promise<string>
  get(path: string): Promise<Readonly<Record<string, unknown>>>
  send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Readonly<Record<string, unknown>>>
  /** What an open console receives. */
  messages(): AsyncGenerator<ConsoleMessage>
}

export interface ServicesClientNeeds {
  /** Resolves with the address of the services, or `undefined` if none are running. */
  readonly findServices: () => Promise<string | undefined>
  /** Ends the call. */
  readonly signal: AbortSignal
  /** For the message about an answer that is too late. */
  readonly timeoutMs: number
}

const START = 'Start them with npx telltale dev.'

export function createServicesClient({ findServices, signal, timeoutMs }: ServicesClientNeeds): ServicesClient {
  async function address(): Promise<string> {
    const found = await findServices()
    if (found === undefined) throw new ToolProblem(`No local services of this project are running. ${START}`)
    if (!isLoopbackUrl(found)) throw new ToolProblem(`${found} is not an address of this machine.`)
    return new URL(found).origin
  }

  async function attempt<T>(origin: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ToolProblem) throw error
      throw new ToolProblem(sentenceOf(error, new URL(origin), timeoutMs))
    }
  }

  async function request(path: string, init: RequestInit = {}) {
    const origin = await address()
    // The console's own requests have this origin.
    const headers = { origin, ...(init.body != null && { 'content-type': 'application/json' }) }
    return attempt(origin, async () => {
      const response = await fetch(origin + path, { redirect: 'manual', ...init, headers, signal })
      return bodyOf(response, await response.text())
    })
  }

  return {
    address,
    get: (path) => request(path),
    send: (method, path, body) => request(path, { method, body: JSON.stringify(body) }),
    async *messages() {
      const origin = await address()
      const ending = new AbortController()
      const open = () =>
        fetch(`${origin}/console/stream`, { redirect: 'manual', signal: AbortSignal.any([signal, ending.signal]) })
      try {
        const response = await attempt(origin, open)
        if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
          throw await attempt(origin, async () => noServices(response, await response.text()))
        const messages = readMessages(response.body ?? new ReadableStream())
        for (;;) {
          const { done, value } = await attempt(origin, () => messages.next())
          if (done) return
          yield value
        }
      } finally {
        ending.abort()
      }
    },
  }
}

/** Whether a text is an address on this machine. */
export function isLoopbackUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text) && isLoopbackHost(new URL(text).host)
}

/** A text as one segment of a path. */
export function segment(text: string): string {
  // URLs have no such segments, also if they are encoded.
  if (text === '.' || text === '..') throw new ToolProblem(`"${text}" cannot be part of an address.`)
  return encodeURIComponent(text)
}

function sentenceOf(error: unknown, at: URL, timeoutMs: number): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return code === 'ECONNREFUSED'
    ? `The local services at ${at.host} are not running. ${START}`
    : requestFailure(error, at, timeoutMs)
}

function bodyOf(response: Response, text: string): Readonly<Record<string, unknown>> {
  const json = parseJson(text)
  if (json.outcome !== 'ok' || !isRecord(json.value) || isRedirect(response)) throw noServices(response, text)
  if (response.ok) return json.value
  const { message } = json.value
  throw typeof message === 'string' ? new ToolProblem(message) : noServices(response, text)
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

/** Something else listens at the address. */
function noServices(response: Response, text: string): ToolProblem {
  const { host } = new URL(response.url)
  return new ToolProblem(
    wrongServerProblem({ outcome: 'answered', response, text }, response.url) ??
      `${host} does not answer as the local services do: the status is ${response.status}. Check the address.`,
  )
}
