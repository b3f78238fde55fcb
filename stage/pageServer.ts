import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen, type Listening } from './listen.ts'
import { PAGE_SCRIPT, type PageFiles } from './bundlePage.ts'
import { readBody } from './readBody.ts'

/** What the page of a scenario is told. */
export interface PageSettings {
  collector: string
  /** Three: the second of them is the one that is down. */
  destinations?: 1 | 3
  flagsDeadlineMs?: number
  /** The page does nothing before it knows its user and the flags, and, if `true`, has loaded the code that delivers events. */
  waitsUntilReady?: true | 'with its flags'
  /** A second flag, whose value has so many bytes and each of whose evaluations is an event. */
  bannerBytes?: number
  /** Each event has all flags among its properties, so that large flags make each event large. */
  hasWholeEvents?: true
  /** The identity token that goes to who-am-i beside the token. */
  idToken?: string
  /** Whether flags are streamed; the library's default when absent. */
  streaming?: boolean
  /** Other addresses for who-am-i and the flags. */
  services?: { whoAmI: string; flags: string }
}

export interface PageServer extends Listening {
  /** Pages that load from now on get these files. What an open page still imports of earlier ones is answered as before. */
  deploy(files: PageFiles): void
  /** How the files that scripts import later are answered from now on. */
  setLaterFiles(state: LaterFiles): void
  /** The flag service does not answer from now on. */
  setFlags(state: 'answering' | 'hanging'): void
  /** The bodies of what came from the flag client. */
  readonly flagEvents: readonly string[]
  /** The paths of all requests. */
  readonly asked: readonly string[]
  /** Changes a flag of all pages that are open. */
  changeFlag(value: string): void
  /** From now on who-am-i does not answer before the returned function is called. */
  holdWhoAmI(): () => void
  /** The names of the tabs whose exit listeners have run, as far as is known. */
  readonly ran: ReadonlySet<string>
  /** What pages have told the test by asking for `/say?…`. */
  readonly said: readonly string[]
}

/** `missing`: the answer is 404, as after a deployment. */
export type LaterFiles = 'answering' | 'missing' | 'hanging'

const TOKEN = '0b7d94c6-e21f-47a3-a58c-c4916d2e7b04'
const FLAG = { value: true, version: 1, flagVersion: 1, variation: 0, trackEvents: false }
const PERSON = JSON.stringify({ unique_identity: 'ironline-rentals:31', user_id: '31', user_name: 'Grace Adeyemi' })

/** The application's own server: the page, who-am-i and the flags. It stays healthy; what breaks is the collector. */
export async function startPageServer(files: PageFiles, settings: PageSettings): Promise<PageServer> {
  const deployed = new Map(files)
  let flags: 'answering' | 'hanging' = 'answering'
  let laterFiles: LaterFiles = 'answering'
  const values = JSON.stringify(flagsOf(settings))
  const asked: string[] = []
  const said: string[] = []
  const ran = new Set<string>()
  const flagEvents: string[] = []
  const streams = new Set<ServerResponse>()
  let version = 1
  let mayTellWho = Promise.resolve()

  function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(pathname)
    const send = (type: string, body: string) => void response.writeHead(200, { 'content-type': type }).end(body)
    if (pathname === '/') return send('text/html', page(settings))
    if (pathname === '/away') return send('text/html', '<!doctype html><title>Away</title>')
    if (pathname === '/ran') return recordRun(response, decodeURIComponent(search.slice(1)))
    if (pathname === '/say') return report(response, decodeURIComponent(search.slice(1)))
    const file = deployed.get(pathname)
    if (file) return file.isLater ? sendLater(response, file.code) : send('text/javascript', file.code)
    if (pathname.endsWith('/who-am-i')) return void mayTellWho.then(() => send('application/json', PERSON))
    if (pathname.startsWith('/sdk/goals/')) return send('application/json', '[]')
    if (pathname.startsWith('/sdk/evalx/')) return flags === 'answering' ? send('application/json', values) : undefined
    if (pathname.startsWith('/eval/')) return stream(response)
    if (pathname.startsWith('/events/')) {
      // A browser that is closed breaks off its requests.
      return void takeFlagEvents(request, response).catch(() => response.destroy())
    }
    return void response.writeHead(404).end()
  }

  function sendLater(response: ServerResponse, code: string) {
    if (laterFiles === 'hanging') return
    if (laterFiles === 'missing') return void response.writeHead(404, { 'cache-control': 'no-store' }).end()
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
  }

  async function takeFlagEvents(request: IncomingMessage, response: ServerResponse) {
    flagEvents.push(await readBody(request))
    response.writeHead(202).end()
  }

  function recordRun(response: ServerResponse, tab: string) {
    ran.add(tab)
    response.writeHead(204).end()
  }

  function report(response: ServerResponse, what: string) {
    said.push(what)
    response.writeHead(204).end()
  }

  function stream(response: ServerResponse) {
    if (flags === 'hanging') return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: put\ndata: ${values}\n\n`)
    streams.add(response)
    response.on('close', () => streams.delete(response))
  }

  const listening = await listen(answer)
  return {
    ...listening,
    asked,
    said,
    ran,
    flagEvents,
    deploy: (next) => next.forEach((file, path) => deployed.set(path, file)),
    changeFlag(value) {
      version += 1
      const patch = JSON.stringify({ key: 'changing', ...FLAG, version, flagVersion: version, value })
      for (const response of streams) response.write(`event: patch\ndata: ${patch}\n\n`)
    },
    setFlags: (state) => void (flags = state),
    setLaterFiles: (state) => void (laterFiles = state),
    holdWhoAmI() {
      let release = () => {}
      mayTellWho = new Promise((resolve) => (release = resolve))
      return release
    },
  }
}

const flagsOf = ({ bannerBytes }: PageSettings) => ({
  'new-pricing': FLAG,
  ...(bannerBytes && { banner: { ...FLAG, value: 'x'.repeat(bannerBytes), trackEvents: true } }),
})

const page = (settings: PageSettings) => `<!doctype html><title>Delivery</title><link rel="icon" href="data:,">
<script>globalThis.STAGE = ${JSON.stringify({ ...settings, token: TOKEN })}</script>
<script type="module" src="${PAGE_SCRIPT}"></script>`
