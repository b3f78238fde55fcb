import { createTelltale, type Settings } from 'telltale'
import { collector } from 'telltale/collector'
import { consoleLink } from 'telltale/console'
import { createFlagClient, launchDarkly } from 'telltale/flags'
import type { Call, PrerenderReport } from '../prerenderReport.ts'

declare global {
  interface Document {
    prerendering?: boolean
  }
  interface PerformanceNavigationTiming {
    activationStart?: number
  }
}

const here = location.origin
const page = location.pathname.slice(1)
const options = new URLSearchParams(location.search)
const say = (report: PrerenderReport) =>
  fetch(`/say/${report.type}`, { method: 'POST', body: JSON.stringify(report), keepalive: true })

const wasPrerendering = document.prerendering === true
const frames: string[] = []
const identities: string[] = []

const source: Pick<Settings, 'api' | 'auth' | 'identity'> = options.has('person')
  ? { identity: { person: () => ({ unique_identity: 'person:of-the-page' }) } }
  : { api: here, auth: { token: () => localStorage.getItem('app-token') } }

const telltale = createTelltale({
  app: { name: 'Prerendered', multiPage: options.has('multiPage') },
  ...source,
  flags: launchDarkly({
    clientSideId: 'delivery',
    baseUrl: here,
    streamUrl: here,
    eventsUrl: here,
    streaming: true,
  }),
  destinations: [collector({ url: `${here.replace('127.0.0.1', 'localhost')}/collect` })],
  observers: [consoleLink({ url: `${here}/local` })],
})

const calls: Call[] = []
function track(number: number) {
  const name = `ev-${page}-n${number}`
  const from = Date.now()
  telltale.track(name, { number })
  calls.push({ name, from, to: Date.now() })
}

const identity = () => {
  const current = telltale.identity.current.get()
  return current.status === 'known' ? current.person.unique_identity : current.status
}
const sample = (list: string[]) => {
  if (list.at(-1) !== identity()) list.push(identity())
}

/** All that an application may call at the start of a page. */
function callEverything() {
  void telltale.identity.refresh()
  void telltale.counts()
  void telltale.refused.read()
  void telltale.ready.within(500)
  telltale.flags.variation('new-pricing', false)
  telltale.flags.track('metric of the page', { number: 1 }, 1)
}

/** The layer is not involved: an application that uses the flag client alone. */
function startClient() {
  const context = { kind: 'user', key: 'client' }
  const services = { baseUrl: here, streamUrl: here, eventsUrl: here }
  createFlagClient({ clientSideId: 'standalone', context, ...services, streaming: true }).track('started')
}

async function begin() {
  track(0)
  if (options.has('everything')) callEverything()
  if (options.has('client')) startClient()
  await new Promise((resolve) => setTimeout(resolve, 300))
  track(1)
  await say({ type: 'ran', page, prerendering: wasPrerendering, calls })
}

/** Once the page is on the screen. */
async function show() {
  if (options.has('leaves')) return void (location.href = '/next')
  const watch = () => {
    sample(frames)
    sample(identities)
    requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
  telltale.identity.current.subscribe(() => sample(identities))
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  await say({ type: 'activated', page, activationStart: navigation?.activationStart ?? 0, at: Date.now() })
  await telltale.ready.within(30_000)
  await new Promise(requestAnimationFrame)
  const flag = telltale.flags.variation('new-pricing', false)
  await say({ type: 'shown', page, at: Date.now(), frames, identities, flag, current: identity() })
  // Its user goes back to the page that prerenders, once the events have left.
  if (options.has('returns')) setTimeout(() => (location.href = '/opener'), 2_000)
}

if (wasPrerendering) document.addEventListener('prerenderingchange', () => void show(), { once: true })
else void show()
void begin()
