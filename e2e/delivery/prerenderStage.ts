import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePage, PAGE_SCRIPT } from 'stage/bundlePage'
import { readBody } from 'stage/readBody'
import { QUIET_ARGS } from 'stage/startChromium'
import { findChromium } from '../../scripts/findChromium.mjs'
import { startRecordedServices } from './recordedServices.ts'

/** What the opener does next. It asks the server for it, because a debugger would switch prerendering off. */
export type Cue =
  | { type: 'prerender'; urls: readonly string[] }
  | { type: 'store'; token: string | null }
  | { type: 'cancel' }
  | { type: 'go'; url: string }

type Report = { readonly type: string; readonly page: string } & Readonly<Record<string, unknown>>

/** A busy machine must not fail the test. */
const PATIENCE_MS = 60_000

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

const PAGES = new Map([
  ['/opener', OPENER],
  ['/look', LOOK],
])

export type PrerenderStage = Awaited<ReturnType<typeof openPrerenderStage>>

/**
 * Chromium without a debugger, as a process of its own, and a server that is the application, who-am-i, the flag service, the
 * collector and the local console. The test judges by what arrives at this server.
 */
export async function openPrerenderStage() {
  const files = await bundlePage('prerendered')
  const reports: Report[] = []
  const cues: Cue[] = []
  let waitingOpener: ServerResponse | undefined

  async function answer(pathname: string, request: IncomingMessage, response: ServerResponse) {
    const send = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
    const file = files.get(pathname)
    if (file) return send('text/javascript', file.code)
    if (pathname === '/cue') return giveCue(response)
    if (!pathname.startsWith('/say/')) return send('text/html', PAGES.get(pathname) ?? PAGE)
    reports.push(JSON.parse(await readBody(request)))
    return response.writeHead(204).end()
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

  const server = await startRecordedServices(answer)
  const profile = mkdtempSync(join(tmpdir(), 'telltale-prerendered-'))
  let browser = startBrowser(profile, `${server.url}/opener`)

  async function reportOf(type: string, page: string): Promise<Report> {
    const isMeant = (report: Report) => report.type === type && report.page === page
    return until(() => reports.find(isMeant), `the page ${page} reports that it has ${type}`)
  }

  return {
    asked: server.asked,
    arrived: server.arrived,
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
    async inspect(next = '') {
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

/** A process group of its own, so that it can be ended as a whole. */
function startBrowser(profile: string, url: string) {
  const found = findChromium()
  if (found.type === 'missing') throw new Error('Chromium is missing. Set CHROMIUM_PATH to a Chromium.')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...QUIET_ARGS, ...sandbox, `--user-data-dir=${profile}`, url]
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
