import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './testing/bundle.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { VENDOR_CONTEXTS } from './testing/vendorContexts.ts'
import type { Sdk, VendorContextsPage } from './testing/vendorContextsPage.suite.ts'

let browser: Browser
let host: ServedPage
let service: Server
let opened: TestPage
/** The context of each poll, by the environment. */
const polled = new Map<string, unknown>()

beforeAll(async () => {
  service = createServer(({ url = '' }, answer) => {
    const [, environment = '', context = ''] = /evalx\/([^/]*)\/contexts\/([^?]*)/.exec(url) ?? []
    if (environment) polled.set(environment, JSON.parse(Buffer.from(context, 'base64url').toString()))
    answer.writeHead(200, {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'content-type': 'application/json',
    })
    answer.end('{}')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  host = await servePage(await bundle(join(import.meta.dirname, 'testing', 'vendorContextsPage.suite.ts')))
  browser = await openBrowser()
  opened = await openPage(browser, host.url)
  await opened.renew()
})
afterAll(async () => {
  await browser.close()
  await host.close()
  service.close()
  service.closeAllConnections()
})

/** What an SDK makes of each context. Generated keys differ from client to client. */
async function ask(sdk: Sdk): Promise<Outcome[]> {
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const started = await opened.page.evaluate(
    ([name, at]) => (globalThis as unknown as VendorContextsPage).startAll(name, at),
    [sdk, url] as const,
  )
  return started.map(({ isReady, shown }, index) => {
    const sent = polled.get(`${sdk.replace(' ', '-')}-${index}`)
    return {
      isReady,
      sent: withoutGeneratedKeys(asContext(sent)),
      shown: withoutGeneratedKeys(JSON.parse(shown ?? 'null')),
    }
  })
}

interface Outcome {
  readonly isReady: boolean
  readonly sent: unknown
  readonly shown: unknown
}

const REFUSED: Outcome = { isReady: false, sent: null, shown: null }
const SLASH: Outcome = {
  isReady: true,
  sent: { kind: 'user', key: 'a', '/x': 1, _meta: { privateAttributes: ['/~1x'] } },
  shown: { key: 'a', custom: { '/x': 1 }, privateAttributeNames: ['/x'] },
}

const withoutGeneratedKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll(/"\w{8}-\w{4}-\w{4}-\w{4}-\w{12}"/g, '"(generated)"'))

/** A user in the old format as a context, as the service and the v4 SDK read it. The v3 SDK sends the user as it is. */
function asContext(sent: unknown): unknown {
  const user = sent as Record<string, unknown> | undefined
  if (!user || 'kind' in user) return sent
  const { custom, key, anonymous, privateAttributeNames: names } = user
  const context: Record<string, unknown> = { ...(custom as object), kind: 'user', key }
  if (anonymous != null) context['anonymous'] = Boolean(anonymous)
  for (const name of ['name', 'firstName', 'lastName', 'email', 'avatar', 'ip', 'country']) {
    delete context[name]
    if (name in user) context[name] = user[name]
  }
  if (names) context['_meta'] = { privateAttributes: names }
  return context
}

/** Where ours differs, for the reasons in docs/src/content/docs/guides/coming-from-launchdarkly.md. */
const DIFFERENT: Readonly<Record<'v3' | 'v4', Readonly<Record<string, Outcome>>>> = {
  v3: {
    'a user with null as name': {
      isReady: true,
      sent: { kind: 'user', key: 'a' },
      shown: { key: 'a', name: null },
    },
    'a user with null as kind': {
      isReady: true,
      sent: { kind: 'user', key: 'a' },
      shown: { kind: null, key: 'a' },
    },
    'a context of several kinds with one kind': {
      isReady: true,
      sent: { kind: 'org', key: 'b', name: 'B' },
      shown: { kind: 'multi', org: { key: 'b', name: 'B' } },
    },
    'a context of several kinds with no kind': REFUSED,
    'a context of several kinds with a kind "multi"': REFUSED,
    'a user with a private attribute that begins with a slash': SLASH,
  },
  v4: {
    'a context with a text as private attributes': {
      isReady: true,
      sent: { kind: 'org', key: 'a', plan: 'gold', _meta: { privateAttributes: 'plan' } },
      shown: { kind: 'org', key: 'a', plan: 'gold', _meta: { privateAttributes: 'plan' } },
    },
    'a context of several kinds with a kind "multi"': REFUSED,
    'a user with a private attribute that begins with a slash': SLASH,
  },
}

test('initialize and createClient accept the contexts that the vendor’s SDKs accept, and send and return the same', async () => {
  expect(VENDOR_CONTEXTS.length).toBeGreaterThan(100)
  for (const sdk of ['v3', 'v4'] as const) {
    const [theirs, ours] = [await ask(sdk), await ask(`our ${sdk}`)]
    const different = VENDOR_CONTEXTS.flatMap(({ title }, index) =>
      isDeepStrictEqual(ours[index], theirs[index]) ? [] : [[title, ours[index]]],
    )
    expect(Object.fromEntries(different)).toEqual(DIFFERENT[sdk])
  }
})
