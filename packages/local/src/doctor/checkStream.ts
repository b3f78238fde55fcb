import { wrongServerProblem, originProblem, requestFailure, type RequestLimits } from './sendRequest.ts'
import { contextPath, type FlagsConfiguration } from './checkFlags.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface StreamConfiguration extends Pick<FlagsConfiguration, 'clientSideId' | 'origin'> {
  readonly streamUrl: string
  /** How long the stream has to stay open, in milliseconds. */
  readonly openMs: number
}

/** Checks that the stream sends something first, and stays open. */
export async function checkStream(config: StreamConfiguration, { timeoutMs }: RequestLimits): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('stream')
  const { streamUrl, clientSideId, origin, openMs } = config
  const url = `${streamUrl}/eval/${encodeURIComponent(clientSideId)}/${contextPath()}`
  const abort = new AbortController()
  const impatient = setTimeout(() => abort.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  try {
    const response = await fetch(url, { headers: { origin, accept: 'text/event-stream' }, signal: abort.signal })
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const text = await response.text()
      const misdirected = wrongServerProblem({ outcome: 'answered', response, text }, url)
      if (misdirected !== undefined) return [wrong(misdirected)]
      if (response.status === 400)
        return [ok(`${streamUrl} exists. It refuses this context, as it must in secure mode.`)]
      return [
        wrong(
          `${streamUrl} opens no stream: the status is ${response.status}, the content type ${response.headers.get('content-type')}.`,
        ),
      ]
    }
    const unread = originProblem(response, origin)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    clearTimeout(impatient)
    if (first?.value === undefined) return [wrong(`${streamUrl} opens a stream and closes it immediately.`)]
    const ended = await endsWithin(openMs, reader)
    if (ended)
      return [
        wrong(`${streamUrl} closes the stream within ${openMs / 1000} s. Check whether a proxy ends long requests.`),
      ]
    const stays = ok(`${streamUrl} streams: it sent ${first.value.byteLength} bytes first, and stays open.`)
    return unread === undefined ? [stays] : [stays, wrong(unread)]
  } catch (error) {
    const silent = `${streamUrl} opens a stream and sends nothing within ${timeoutMs / 1000} s. Check whether a proxy buffers it.`
    return [wrong((error as Error).name === 'TimeoutError' ? silent : requestFailure(error, new URL(url), timeoutMs))]
  } finally {
    clearTimeout(impatient)
    abort.abort()
  }
}

async function endsWithin(ms: number, reader: ReadableStreamDefaultReader | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const stays = new Promise<'stays'>((resolve) => (timer = setTimeout(() => resolve('stays'), ms)))
  try {
    for (;;) {
      const next = await Promise.race([stays, reader?.read()])
      if (next === 'stays') return false
      if (next?.done !== false) return true
    }
  } catch {
    return true
  } finally {
    clearTimeout(timer)
  }
}
