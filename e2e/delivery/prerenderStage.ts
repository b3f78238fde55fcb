import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowOrigin } from 'bench/delivery/allowOrigin'
import { bundlePage, PAGE_SCRIPT } from 'bench/delivery/bundlePage'
import { listen } from 'bench/delivery/listen'
import { readBody } from 'bench/delivery/readBody'
import { findChromium } from '../../scripts/findChromium.mjs'

/** What the opener does next. It asks the server for it, because a debugger would switch prerendering off. */
export type Cue =
  | { type: 'prerender'; urls: readonly string[] }
  | { type: 'store'; token: string | null }
  | { type: 'cancel' }
  | { type: 'go'; url: string }

export interface Arrived {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly identity: { readonly id?: string }
  readonly properties: Readonly<Record<string, unknown>>
}

export interface Asked {
  readonly at: number
  readonly method: string
  readonly path: string
}

type Report = { readonly type: string; readonly page: string } & Readonly<Record<string, unknown>>

/** A busy machine must not fail the test. */
const PATIENCE_MS = 60_000

const PERSONS: Readonly<Record<string, object>> = {
  '0b7d94c6-e21f-47a3-a58c-c4916d2e7b04': { unique_identity: 'who:ida', user_name: 'Ida' },
  '5f0c8a51-7a0b-4bb0-9a53-0c1f0f3f1d11': { unique_identity: 'who:otto', user_name: 'Otto' },
}
export const [IDA = '', OTTO = ''] = Object.keys(PERSONS)

const FLAGS = JSON.stringify({
  'new-pricing': { value: true, version: 1, flagVersion: 1, variation: 0, trackEvents: false },
})

/** The addresses that the library asks for or reports to: everything but the files of the page and its own reports. */
const OF_THE_LIBRARY = /\/(who-am-i|sdk|eval|msdk|meval|events|collect|local)(\/|$)/

const OPENER = `<!doctype html><title>Opener</title><link rel="icon" href="data:,"><script type="module">
const cues = {
  prerender({ urls }) {
    const rules = document.createElement('script')
    rules.type = 'speculationrules'
    rules.textContent = JSON.stringify({ prerender: [{ urls, eagerness: 'immediate' }] })
    document.head.append(rules)
  },
  store({ token }) {
    if (token === null) localStorage.removeItem('app-token')
    else localStorage.setItem('app-token', token)
  },
  cancel() {
    for (const rules of document.querySelectorAll('[type=speculationrules]')) rules.remove()
  },
  go({ url }) { location.href = url },
}
for (;;) {
  const cue = await (await fetch('/cue')).json()
  cues[cue.type](cue)
  await fetch('/say/done', { method: 'POST', body: JSON.stringify({ type: 'done', page: 'opener' }) })
  if (cue.type === 'go') break
}
</script>`

/** It reports what the browser has stored, and starts nothing. */
const LOOK = `<!doctype html><title>Look</title><link rel="icon" href="data:,"><script type="module">
const isOurs = (name) => name.startsWith('telltale')
const databases = (await indexedDB.databases()).map(({ name }) => name).filter(isOurs)
const report = { type: 'looked', page: 'look', keys: Object.keys(localStorage).filter(isOurs), databases }
await fetch('/say/looked', { method: 'POST', body: JSON.stringify(report) })
const next = new URLSearchParams(location.search).get('next')
if (next) location.href = next
</script>`

const PAGE = `<!doctype html><title>Page</title><link rel="icon" href="data:,"><script type="module" src="${PAGE_SCRIPT}"></script>`

export type PrerenderStage = Awaited<ReturnType<typeof openPrerenderStage>>

/**
 * Chromium without a debugger, as a process of its own, and a server that is the application, who-am-i, the flag service, the
 * collector and the local console. The test judges by what arrives at this server.
 */
export async function openPrerenderStage() {
  const files = await bundlePage('prerendered')
  const asked: Asked[] = []
  const reports: Report[] = []
  const arrived: Arrived[] = []
  const cues: Cue[] = []
  let waitingOpener: ServerResponse | undefined

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const send = (type: string, body: string) =>
      void response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const file = files.get(pathname)
    if (file) return send('text/javascript', file.code)
    if (pathname === '/opener') return send('text/html', OPENER)
    if (pathname === '/look') return send('text/html', LOOK)
    if (pathname === '/cue') return giveCue(response)
    if (pathname.startsWith('/say/')) {
      reports.push(JSON.parse(await readBody(request)))
      return void response.writeHead(204).end()
    }
    if (!OF_THE_LIBRARY.test(pathname)) return send('text/html', PAGE)

    asked.push({ at: Date.now(), method: request.method ?? '', path: pathname })
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (pathname.endsWith('/who-am-i')) return tellWho(request, send, response)
    if (pathname.startsWith('/sdk/goals/')) return send('application/json', '[]')
    if (pathname.startsWith('/sdk/evalx/')) return send('application/json', FLAGS)
    if (pathname.startsWith('/eval/')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.write(`event: put\ndata: ${FLAGS}\n\n`)
    }
    const body = await readBody(request)
    if (pathname === '/collect') arrived.push(...JSON.parse(body).events)
    return void response.writeHead(202).end()
  }

  function tellWho(request: IncomingMessage, send: (type: string, body: string) => void, response: ServerResponse) {
    const person = PERSONS[request.headers.authorization?.replace('Bearer ', '') ?? '']
    if (person) send('application/json', JSON.stringify(person))
    else response.writeHead(401).end()
  }

  function giveCue(response: ServerResponse) {
    waitingOpener = response
    response.on('close', () => {
      if (waitingOpener === response) waitingOpener = undefined
    })
    playCue()
  }

  function playCue() {
    const opener = waitingOpener
    const cue = opener && cues.shift()
    if (!opener || !cue) return
    waitingOpener = undefined
    opener.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(cue))
  }

  const server = await listen((request, response) => void answer(request, response).catch(() => response.destroy()))
  const profile = mkdtempSync(join(tmpdir(), 'telltale-prerendered-'))
  let browser = startBrowser(profile, `${server.url}/opener`)

  async function reportOf(type: string, page: string): Promise<Report> {
    const isMeant = (report: Report) => report.type === type && report.page === page
    return until(() => reports.find(isMeant), `the page ${page} reports that it has ${type}`)
  }

  return {
    asked,
    reports,
    /** What the collector was given, copies included. */
    arrived,
    async cue(cue: Cue) {
      const done = () => reports.filter(({ type }) => type === 'done').length
      const before = done()
      cues.push(cue)
      playCue()
      await until(() => done() > before || undefined, `the opener has done ${cue.type}`)
    },
    reportOf,
    openerIsThere: () => until(() => waitingOpener, 'the opener asks what to do'),
    /** What the library has left in the browser, as a page without it finds it. */
    async look(next = '') {
      const looks = () => reports.filter(({ type }) => type === 'looked')
      const before = looks().length
      await this.cue({ type: 'go', url: `/look?next=${encodeURIComponent(next)}` })
      const { keys, databases } = await until(() => looks()[before], 'a page looks at what is stored')
      return { keys, databases }
    },
    /** As its user closes it, and opens it again; or as the system kills it. */
    async restart(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      await browser.end(signal)
      waitingOpener = undefined
      browser = startBrowser(profile, `${server.url}/opener`)
    },
    async close() {
      await browser.end('SIGKILL')
      await server.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const ARGS = [
  '--headless=new',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** A process group of its own, so that it can be ended as a whole. */
function startBrowser(profile: string, url: string) {
  const found = findChromium()
  if (found.type === 'missing') throw new Error('Chromium is missing. Set CHROMIUM_PATH to a Chromium.')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...ARGS, ...sandbox, `--user-data-dir=${profile}`, url]
  const child = spawn(found.path, args, { detached: true, stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      if (signal === 'SIGTERM') child.kill(signal)
      else process.kill(-child.pid, signal)
      await ended
    },
  }
}

async function until<Value>(find: () => Value | undefined, what: string): Promise<Value> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`This was awaited in vain for ${PATIENCE_MS / 1000} s: ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
