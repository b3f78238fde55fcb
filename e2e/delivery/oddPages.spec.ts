import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as playwright, type Frame, type Page } from '@playwright/test'
import { bundlePage as bundleFiles, PAGE_SCRIPT } from 'stage/bundlePage'
import type { OddPage } from 'stage/oddPage'
import { bundlePage as bundleOneFile } from '../pages/bundlePage.ts'
import { headless } from '../../scripts/launchOptions.mjs'
import { IDA, startRecordedServices, type RecordedServices } from './recordedServices.ts'

// Pages that are unlike others, and browsers that lack something or break it. Whatever it is, the layer starts, nothing throws into
// the page, its user and flags are known, and each event arrives once.

/** The page, and another origin: the same machine under another port. */
interface Odd {
  page: Page
  own: RecordedServices
  other: RecordedServices
  /** Uncaught errors and unhandled rejections. */
  errors: readonly string[]
  /** What the server answers at the path of the page. */
  html: Map<string, string>
}

const test = playwright.extend<{ odd: Odd }>({
  odd: async ({ page }, provide) => {
    const html = new Map<string, string>()
    const files = await bundleFiles('odd')
    const start = () =>
      startRecordedServices((path, _, response) => {
        const file = files.get(path)
        const body = file?.code ?? html.get(path) ?? '<!doctype html><title>Away</title>'
        response.writeHead(200, { 'content-type': file ? 'text/javascript' : 'text/html' }).end(body)
      })
    const [own, other] = await Promise.all([start(), start()])
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await provide({ page, own, other, errors, html })
    await page.close()
    await Promise.all([own.close(), other.close()])
  },
})
test.use(headless)

/** As long as the library may wait between two attempts, and a busy machine. */
const patient = { timeout: 90_000 }
const LOAD = 'Load - App - Odd - '

const addresses = (api: string): OddPage => ({ api, flags: api, collector: `${api}/collect`, token: IDA })

const scriptsOf = (settings: OddPage, script = PAGE_SCRIPT) =>
  `<script>globalThis.ODD = ${JSON.stringify(settings)}</script><script type="module" src="${script}"></script>`

const documentOf = (head: string, body = '') =>
  `<!doctype html><title>Odd</title><link rel="icon" href="data:,">${head}<body>${body}`

/** How often each event arrived: the load event once, whatever it is called, and the two of the page. A copy has the id of its event. */
const arrivedIn = (services: RecordedServices) =>
  [...new Map(services.arrived.map((event) => [event.id, event])).values()]
    .map(({ name, identity }) => `${name.startsWith(LOAD) ? 'load' : name}, ${identity.id ?? 'nobody'}`)
    .sort()

const ALL = ['ev-first, who:ida', 'ev-second, who:ida', 'load, who:ida']

/** Everything works in a page or frame: its user, its flags, and each event once. */
async function expectAllWorks(frame: Page | Frame, services: RecordedServices, expected: readonly string[] = ALL) {
  const resultOf = () => frame.evaluate(() => globalThis.result)
  await expect.poll(resultOf, patient).toBeTruthy()
  expect(await resultOf()).toEqual({ user: 'who:ida', flag: true })
  await expect.poll(() => arrivedIn(services), patient).toEqual(expect.arrayContaining([...expected]))
  await new Promise((resolve) => setTimeout(resolve, 1_000)) // a second copy would have another id
  expect(arrivedIn(services)).toEqual([...expected].sort())
}

const whoAmIIn = ({ asked }: RecordedServices) =>
  asked.filter(({ method, path }) => method === 'GET' && path.endsWith('/who-am-i'))
const XSRF = 'xsrf-of-the-page'

test.describe('a page with <base href>', () => {
  const cases = [
    {
      title:
        'of another origin, and with absolute addresses of its own: it sends its XSRF token to its own origin only',
      base: (_: string, other: string) => `${other}/assets/`,
      settings: (own: string) => addresses(own),
      serves: 'own',
      hasXsrf: true,
    },
    {
      title: 'of another origin, and with relative addresses: they are those of the base, which gets no XSRF token',
      base: (_: string, other: string) => `${other}/assets/`,
      settings: () => addresses('.'),
      serves: 'other',
      hasXsrf: false,
    },
    {
      title:
        'of another origin, and with addresses that begin with a slash: they are of the base, which gets no XSRF token',
      base: (_: string, other: string) => `${other}/assets/`,
      settings: () => addresses('/services'),
      serves: 'other',
      hasXsrf: false,
    },
    {
      title: 'of a folder, and with relative addresses: they are in this folder, and get the XSRF token',
      base: () => '/folder/',
      settings: () => addresses('services'),
      serves: 'own',
      hasXsrf: true,
      under: '/folder/services/',
    },
    {
      title: 'of a folder, and with absolute addresses: the base changes nothing',
      base: () => '/folder/',
      settings: (own: string) => addresses(own),
      serves: 'own',
      hasXsrf: true,
    },
  ] as const

  for (const { title, base: baseOf, settings, serves, hasXsrf, ...rest } of cases)
    test(title, async ({ odd: { page, own, other, errors, html } }) => {
      await page.context().addCookies([{ name: 'XSRF-TOKEN', value: XSRF, url: own.url }])
      const head = `<base href="${baseOf(own.url, other.url)}">`
      html.set('/app', documentOf(head, scriptsOf(settings(own.url), `${own.url}${PAGE_SCRIPT}`)))
      await page.goto(`${own.url}/app`)
      const [serving, idle] = serves === 'own' ? [own, other] : [other, own]
      await expectAllWorks(page, serving)

      const questions = whoAmIIn(serving)
      expect(questions).toHaveLength(1)
      expect(questions[0]?.headers['x-xsrf-token']).toBe(hasXsrf ? XSRF : undefined)
      if ('under' in rest) expect(serving.asked.filter(({ path }) => !path.startsWith(rest.under))).toEqual([])
      expect(idle.asked).toEqual([])
      // Cookies go by host, not by port.
      const headersOf = ({ headers: { cookie: _, ...headers } }: (typeof other.asked)[number]) => headers
      expect(JSON.stringify(other.asked.map(headersOf))).not.toContain(XSRF)
      expectTokenOnlyAtWhoAmI(own, other)
      expect(errors).toEqual([])
    })
})

/** The token is in the header of who-am-i, and nowhere else. */
function expectTokenOnlyAtWhoAmI(...services: readonly RecordedServices[]) {
  for (const { asked, arrived } of services) {
    const elsewhere = asked.filter(({ path }) => !path.endsWith('/who-am-i'))
    expect(JSON.stringify([elsewhere, arrived])).not.toContain(IDA)
  }
}

test.describe('an iframe with srcdoc', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

  for (const { title, sandbox, hasXsrf, at } of [
    { title: 'has the origin of its page: who-am-i gets its XSRF token', sandbox: '', hasXsrf: true, at: 'absolute' },
    { title: 'resolves relative addresses as its page does', sandbox: '', hasXsrf: true, at: 'relative' },
    {
      title: 'in a sandbox without an origin has neither storage nor cookies: who-am-i gets no XSRF token',
      sandbox: 'sandbox="allow-scripts"',
      hasXsrf: false,
      at: 'absolute',
    },
  ])
    test(title, async ({ odd: { page, own, other, errors, html } }) => {
      await page.context().addCookies([{ name: 'XSRF-TOKEN', value: XSRF, url: own.url }])
      const settings = addresses(at === 'absolute' ? own.url : 'services')
      const inner = escaped(scriptsOf(settings, `${own.url}${PAGE_SCRIPT}`))
      html.set('/folder/app', documentOf('', `<iframe ${sandbox} srcdoc="${inner}"></iframe>`))
      await page.goto(`${own.url}/folder/app`)
      const frame = page.frames()[1]
      if (!frame) throw new Error('The page has no frame.')
      expect(frame.url()).toBe('about:srcdoc')
      await expectAllWorks(frame, own)

      const questions = whoAmIIn(own)
      expect(questions.map(({ headers }) => headers['x-xsrf-token'])).toEqual([hasXsrf ? XSRF : undefined])
      expect(other.asked).toEqual([])
      expectTokenOnlyAtWhoAmI(own)
      expect(errors).toEqual([])
    })
})

test('a page of a file knows its user and its flags, and its events have no name of a folder or a file', async ({
  odd: { page, own, errors },
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ida-whitfield-'))
  try {
    // A browser loads no modules from files, so that the page itself has the code, as in applications of one file.
    const code = await bundleOneFile(new URL('../../stage/page/odd.ts', import.meta.url))
    const settings = JSON.stringify(addresses(own.url.replace('127.0.0.1', 'localhost')))
    const scripts = `<script>globalThis.ODD = ${settings}</script><script type="module">${code}</script>`
    writeFileSync(join(folder, 'contract-of-ida.html'), documentOf('', scripts))
    await page.goto(`file://${folder}/contract-of-ida.html`)
    expect(await page.evaluate(() => self.origin)).toBe('null')
    await expectAllWorks(page, own)
    const reported = JSON.stringify([own.arrived, own.asked.map(({ path }) => decodeURIComponent(path))])
    expect(reported).not.toContain('whitfield')
    expect(reported).not.toContain('contract-of')
    expectTokenOnlyAtWhoAmI(own)
    expect(errors).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

for (const { title, open, isTold } of [
  {
    title: 'a frame of a data: address, which has no origin',
    open: (text: string) => {
      document.body.innerHTML = '<iframe></iframe>'
      document.querySelector('iframe')?.setAttribute('src', `data:text/html;base64,${btoa(text)}`)
    },
    isTold: (url: string) => url.length > 30, // more than the kind of the document
  },
  {
    title: 'a frame of a blob: address, which has a key',
    open: (text: string) => {
      document.body.innerHTML = '<iframe></iframe>'
      const address = URL.createObjectURL(new Blob([text], { type: 'text/html' }))
      document.querySelector('iframe')?.setAttribute('src', address)
    },
    isTold: (url: string) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(url),
  },
])
  test(
    `${title}, knows its user and its flags, and its events have neither the document nor the key`,
    { tag: '@core' },
    async ({ odd: { page, own, errors } }) => {
      await page.goto(`${own.url}/app`)
      await page.evaluate(open, documentOf('', scriptsOf(addresses(own.url), `${own.url}${PAGE_SCRIPT}`)))
      const frameOf = () => page.frames().find((frame) => /^(data|blob):/.test(frame.url()))
      await expect.poll(frameOf, patient).toBeTruthy()
      const frame = frameOf()
      if (!frame) throw new Error('The page has no frame.')
      await expectAllWorks(frame, own)
      expect(own.arrived.map(({ url }) => url).filter(isTold)).toEqual([])
      expectTokenOnlyAtWhoAmI(own)
      expect(errors).toEqual([])
    },
  )

/** What is missing or broken before any script of the page runs. */
const conditions: readonly { readonly title: string; readonly before: () => void }[] = [
  { title: 'window.addEventListener throws', before: () => refuseListeners(window) },
  { title: 'document.addEventListener throws', before: () => refuseListeners(document) },
  { title: 'both addEventListener throw', before: () => [window, document].forEach(refuseListeners) },
  { title: 'there is no screen', before: () => define(window, 'screen', undefined) },
  { title: 'screen throws', before: () => forbid(window, 'screen') },
  { title: 'there is no crypto', before: () => define(window, 'crypto', undefined) },
  { title: 'crypto is empty', before: () => define(window, 'crypto', {}) },
  { title: 'crypto throws', before: () => forbid(window, 'crypto') },
  { title: 'crypto.randomUUID throws', before: () => define(crypto, 'randomUUID', fail) },
  {
    title: 'crypto.randomUUID is missing and crypto.getRandomValues throws',
    before: () => {
      define(crypto, 'randomUUID', undefined)
      define(crypto, 'getRandomValues', fail)
    },
  },
  { title: 'navigator.locks.request rejects', before: () => define(navigator.locks, 'request', reject) },
  { title: 'navigator.locks.request never answers', before: () => define(navigator.locks, 'request', hang) },
  { title: 'navigator.locks.request throws', before: () => define(navigator.locks, 'request', fail) },
  {
    title: 'navigator.locks.request answers without calling',
    before: () => define(navigator.locks, 'request', ignore),
  },
  { title: 'navigator.locks.query never answers', before: () => define(navigator.locks, 'query', hang) },
  { title: 'navigator.locks.query rejects', before: () => define(navigator.locks, 'query', reject) },
  { title: 'navigator.locks is empty', before: () => define(navigator, 'locks', {}) },
  { title: 'navigator.locks throws', before: () => forbid(navigator, 'locks') },
  { title: 'BroadcastChannel throws', before: () => define(window, 'BroadcastChannel', fail) },
  {
    title: 'the page is always hidden, as in a window of Electron',
    before: () => {
      define(document, 'visibilityState', 'hidden')
      define(document, 'hidden', true)
    },
  },
  { title: 'document.visibilityState is missing', before: () => define(document, 'visibilityState', undefined) },
  {
    title: 'performance.getEntriesByType is missing',
    before: () => define(performance, 'getEntriesByType', undefined),
  },
  { title: 'performance.getEntriesByType throws', before: () => define(performance, 'getEntriesByType', fail) },
  { title: 'there is no performance', before: () => define(window, 'performance', undefined) },
  { title: 'navigator.onLine is false for ever', before: () => define(navigator, 'onLine', false) },
  { title: 'document.cookie throws', before: () => forbid(document, 'cookie') },
  {
    title: 'document.referrer and document.title throw',
    before: () => ['referrer', 'title'].forEach((name) => forbid(document, name)),
  },
]

declare function define(object: object, key: string, value: unknown): void
declare function forbid(object: object, key: string): void
declare function refuseListeners(target: EventTarget): void
declare function fail(): never
declare function reject(): Promise<never>
declare function hang(): Promise<never>
declare function ignore(): Promise<void>

/** These are in the page: what a condition calls. */
const TOOLS = `
const define = (object, key, value) => Object.defineProperty(object, key, { value, configurable: true, writable: true })
const fail = () => { throw new TypeError('The page forbids it.') }
const forbid = (object, key) => Object.defineProperty(object, key, { get: fail, configurable: true })
const refuseListeners = (target) => define(target, 'addEventListener', fail)
const reject = () => Promise.reject(new DOMException('The page forbids it.', 'SecurityError'))
const hang = () => new Promise(() => {})
const ignore = () => Promise.resolve()
`

for (const { title, before } of conditions)
  test(`when ${title}, a page knows its user and its flags, and each event arrives once`, async ({
    odd: { page, own, errors, html },
  }) => {
    const head = `<script>(() => {${TOOLS};(${before})()})()</script>`
    html.set('/app', documentOf(head, scriptsOf(addresses(own.url))))
    await page.goto(`${own.url}/app`)
    await expectAllWorks(page, own)
    expectTokenOnlyAtWhoAmI(own)
    expect(errors).toEqual([])
  })

test('a page that writes itself anew with document.open, which removes all listeners, goes on, and what it tracks as it is left arrives once', async ({
  odd: { page, own, errors, html },
}) => {
  html.set('/app', documentOf('', scriptsOf(addresses(own.url))))
  await page.goto(`${own.url}/app`)
  await expectAllWorks(page, own)
  await page.evaluate(() => {
    document.open()
    document.write('<!doctype html><title>Anew</title><p>Written anew')
    document.close()
  })
  await page.evaluate(() => globalThis.telltale?.track('ev-anew'))
  await expect.poll(() => arrivedIn(own), patient).toContain('ev-anew, who:ida')

  await page.evaluate(() => {
    globalThis.telltale?.track('ev-leaving')
    location.href = '/away'
  })
  await page.waitForURL('**/away')
  await expect.poll(() => arrivedIn(own), patient).toContain('ev-leaving, who:ida')
  await page.goto(`${own.url}/app`)
  const second = [...ALL, 'ev-anew, who:ida', 'ev-leaving, who:ida', ...ALL]
  await expectAllWorks(page, own, second)
  expect(errors).toEqual([])
})
