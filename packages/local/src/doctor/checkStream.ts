import { foreign, originProblem, whyNot, type Patience } from './ask.ts'
import { contextPath, type FlagsConfiguration } from './checkFlags.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface StreamConfiguration extends Pick<FlagsConfiguration, 'clientSideId' | 'origin'> {
  readonly streamUrl: string
  /** Milliseconds for which it has to stay open. */
  readonly openMs: number
}

/** Does the stream begin with something, and stay open? */
export async function checkStream(config: StreamConfiguration, { timeoutMs }: Patience): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('stream')
  const { streamUrl, clientSideId, origin, openMs } = config
  const url = `${streamUrl}/eval/${encodeURIComponent(clientSideId)}/${contextPath()}`
  const abort = new AbortController()
  const impatient = setTimeout(() => abort.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  try {
    const response = await fetch(url, { headers: { origin, accept: 'text/event-stream' }, signal: abort.signal })
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const text = await response.text()
      const stranger = foreign({ outcome: 'answered', response, text }, url)
      if (stranger !== undefined) return [wrong(stranger)]
      if (response.status === 400)
        return [ok(`${streamUrl} is there; it refuses this context, as in secure mode it has to.`)]
      return [
        wrong(
          `${streamUrl} answers ${response.status} as ${response.headers.get('content-type')}, and opens no stream.`,
        ),
      ]
    }
    const unread = originProblem(response, origin)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    clearTimeout(impatient)
    if (first?.value === undefined) return [wrong(`${streamUrl} opens a stream and ends it at once.`)]
    const ended = await endsWithin(openMs, reader)
    if (ended)
      return [
        wrong(`${streamUrl} ends the stream within ${openMs / 1000} s: does a proxy before it cut what takes long?`),
      ]
    const stays = ok(`${streamUrl} streams: it began with ${first.value.byteLength} bytes, and stays open.`)
    return unread === undefined ? [stays] : [stays, wrong(unread)]
  } catch (error) {
    const silent = `${streamUrl} opens a stream and says nothing within ${timeoutMs / 1000} s: does a proxy before it gather what should flow?`
    return [wrong((error as Error).name === 'TimeoutError' ? silent : whyNot(error, new URL(url), timeoutMs))]
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
