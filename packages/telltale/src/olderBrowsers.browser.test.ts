import { afterEach, expect, it, vi } from 'vitest'
import { collector } from './collector.ts'
import { createTelltale } from './index.ts'
import { compressBody, laterTransport } from './platform/laterTransport.ts'
import { indexedDbEventStore } from './platform/indexedDbEventStore.ts'
import { clicks } from './platform/clicks.ts'
import { fullPage } from './platform/windowPage.ts'
import { webRandom } from './platform/browserPlatform.ts'
import { webTabs } from './platform/webTabs.ts'

// The fallbacks in the table of docs/src/content/docs/trust/browsers.md.

const restores: (() => void)[] = []
afterEach(() => {
  for (const restore of restores.splice(0)) restore()
  vi.restoreAllMocks()
})

/** Until the test has ended, the object has nothing, or something else, in this place. */
function replace(object: object, key: string, value?: unknown) {
  const own = Object.getOwnPropertyDescriptor(object, key)
  Object.defineProperty(object, key, { value, configurable: true, writable: true })
  restores.push(() => (own ? Object.defineProperty(object, key, own) : Reflect.deleteProperty(object, key)))
}

const withoutLocks = () => replace(navigator, 'locks')
const withoutCompression = () => replace(globalThis, 'CompressionStream')
const withoutRandomUuid = () => replace(crypto, 'randomUUID')

/** As in a browser that does not know the option: one that it does not know is ignored. */
function withoutDurability() {
  const { transaction } = IDBDatabase.prototype
  replace(
    IDBDatabase.prototype,
    'transaction',
    function (this: IDBDatabase, stores: string[], mode: IDBTransactionMode) {
      return transaction.call(this, stores, mode)
    },
  )
}

/** What `fetch` was called with. */
function requests(answer: (url: string) => Response = () => new Response(null, { status: 204 })) {
  const calls: [url: string, init: RequestInit][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init = {}) => {
    calls.push([String(url), init])
    return answer(String(url))
  })
  return calls
}

it('without CompressionStream a large batch is sent uncompressed', async () => {
  withoutCompression()
  const calls = requests()
  const body = 'x'.repeat(2_000)
  await laterTransport(compressBody).send({ url: '/', method: 'POST', body, gzip: true })
  expect(calls).toMatchObject([['/', { headers: {}, body }]])
})

it('without Web Locks a tab runs its task as the only tab', async () => {
  withoutLocks()
  const tabs = webTabs('older:')
  const never = new AbortController().signal
  let count = 0
  const task = async () => {
    count += 1
    if (count === 1) expect(await tabs.whileAlone('a', never, task)).toBe(true)
  }
  expect(await tabs.whileAlone('a', never, task)).toBe(true)
  expect(count).toBe(2)
})

it('without crypto.randomUUID ids are still UUIDs of version 4', () => {
  withoutRandomUuid()
  expect(webRandom.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('a browser that ignores the durability of a transaction keeps what is written', async () => {
  withoutDurability()
  const name = { prefix: 'older:', appName: `${Date.now()}`, destinations: [] }
  const record = { event: { id: 'a' }, todo: ['collector'] }
  const one = await indexedDbEventStore(name)
  expect(await one.change([{ type: 'add', record }])).toMatchObject({ isStored: true })
  const two = await indexedDbEventStore(name)
  expect(await two.all()).toEqual([record])
})

it('without beforeunload a request that is rejected has lost its network', async () => {
  expect(await laterTransport().send({ url: 'http://127.0.0.1:9/' })).toEqual({ outcome: 'network' })
})

it('a page that is hidden sends its events without hearing freeze', () => {
  replace(document, 'visibilityState', 'hidden')
  let exits = 0
  const stop = fullPage.onMayExit(() => (exits += 1))
  document.dispatchEvent(new Event('visibilitychange'))
  stop()
  expect(exits).toBe(1)
})

it('a browser without doNotTrack has not asked for it', () => {
  replace(navigator, 'doNotTrack', '1')
  expect(clicks.isDoNotTrack()).toBe(true)
  replace(navigator, 'doNotTrack')
  expect(clicks.isDoNotTrack()).toBe(false)
})

it('the layer delivers an event in a browser that lacks all of these at once', async () => {
  withoutCompression()
  withoutLocks()
  withoutRandomUuid()
  withoutDurability()
  const ids = { internal: 'p-in', external: 'p-ex' }
  const calls = requests((url) =>
    url.includes('who-am-i')
      ? Response.json({ unique_identity: 'ida', user_name: 'Ida Berg' })
      : new Response(null, { status: 204 }),
  )
  const telltale = createTelltale({
    promotion: 'staging',
    app: { name: `Older ${Date.now()}` },
    api: { production: 'https://prod.test', staging: 'https://stage.test', sandbox: 'https://sand.test' },
    projects: { production: ids, staging: ids, sandbox: ids },
    auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
    destinations: [collector({ url: 'https://collect.test/events' })],
  })
  telltale.track('Quote sent', { note: 'x'.repeat(2_000) })
  await expect.poll(() => calls.map(([, { body }]) => body).join()).toContain('Quote sent')
  await telltale.close()
})
