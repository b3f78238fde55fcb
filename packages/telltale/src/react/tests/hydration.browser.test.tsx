import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Destination } from '../../events/destinations/destination.ts'
import type { Telltale } from '../../layer/createTelltale.ts'
import type { Settings } from '../../layer/settings.ts'
import { engineDifferences } from '../../platform/engineDifferences.suite.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { ALL_FLAGS_STATE } from './allFlagsState.suite.ts'
import { everyHook } from './everyHook.suite.tsx'
import { inLayer } from './inLayer.suite.tsx'
import type { ServerRequest } from './serverWorker.suite.tsx'
import { layerSettings, startLayer, type Start } from './startLayer.suite.ts'
import { TelltaleProvider } from '../TelltaleProvider.tsx'

/** What React has to complain about. */
const errors: unknown[] = []
beforeEach(() => {
  errors.length = 0
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args))
})
afterEach(() => vi.restoreAllMocks())

async function renderOnServer(request: ServerRequest): Promise<string> {
  const worker = new Worker(new URL('serverWorker.suite.tsx', import.meta.url), { type: 'module' })
  const html = await new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    worker.postMessage(request)
  })
  worker.terminate()
  return html
}

/** Hydrates, and keeps each text that the page has had, from the server's on. Resolves when it has shown the last one. */
async function hydrate(html: string, children: ReactNode, last: string | RegExp) {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = html
  const element = container.firstElementChild
  const texts = [container.textContent ?? '']
  const observer = new MutationObserver(() => texts.push(container.textContent ?? ''))
  observer.observe(container, { subtree: true, childList: true, characterData: true })
  const root = hydrateRoot(container, children, { onRecoverableError: (error) => errors.push(error) })
  await expect.poll(() => texts.at(-1)).toMatch(last)
  return {
    texts,
    isSameElement: () => container.firstElementChild === element,
    end() {
      root.unmount()
      container.remove()
    },
  }
}

// React streams into a byte stream.
it.each(engineDifferences.hasByteStreams ? [false, true] : [false])(
  'hydrates what a server rendered with the vendor’s bootstrap, without a mismatch or another render of a flag (streamed: %s)',
  async (isStreamed) => {
    const html = await renderOnServer({ bootstrap: ALL_FLAGS_STATE, isStreamed })
    const { telltale, platform } = await startLayer({ options: { bootstrap: ALL_FLAGS_STATE } })
    const { texts, isSameElement, end } = await hydrate(
      html,
      <StrictMode>{inLayer(telltale, everyHook)}</StrictMode>,
      /^true known/,
    )
    expect(errors).toEqual([])
    expect(isSameElement()).toBe(true)
    expect(texts[0]).toMatch(
      /^true resolving {"layout":"compact"} .*FALLTHROUGH.*layout="compact"limits={"days":3}compactready/,
    )
    // Who is here was not known on the server; no flag is another one, and none was asked for.
    expect(new Set(texts.slice(1))).toEqual(new Set([texts[0]?.replace('resolving', 'known')]))
    expect(platform.transport.requests.some(({ url }) => url.includes('/sdk/evalx/'))).toBe(false)
    end()
    telltale.close()
  },
)

it('hydration uses the flags of the server, and then the current flags', async () => {
  const html = await renderOnServer({ bootstrap: ALL_FLAGS_STATE })
  const { telltale, change } = await startLayer({ options: { bootstrap: ALL_FLAGS_STATE } })
  await change({ layout: 'wide' })
  const wide = /{"layout":"wide"} .*layout="wide"limits={"days":3}classicready/
  const { texts, isSameElement, end } = await hydrate(html, inLayer(telltale, everyHook), wide)
  expect(errors).toEqual([])
  expect(isSameElement()).toBe(true)
  expect(texts[0]).toContain('layout="compact"')
  end()
  telltale.close()
})

it('hydration of a page without a bootstrap uses fallbacks, and then the cached flags', async () => {
  const html = await renderOnServer({})
  const disk = fakeDisk()
  const first = await startLayer({ flags: { layout: 'kept' }, disk })
  await first.platform.clock.advance(2000)
  first.telltale.close()
  const { settings, platform } = layerSettings({ disk, answer: () => new Promise(() => {}) })
  const telltale = createTelltaleAtOnce(settings, platform)
  const { texts, isSameElement, end } = await hydrate(html, inLayer(telltale, everyHook), 'layout="kept"')
  expect(errors).toEqual([])
  expect(isSameElement()).toBe(true)
  expect(texts[0]).toContain('layout=null')
  end()
  telltale.close()
})

/** A provider with settings, and how many layers it has made. */
function ownLayer(start: Start, children: ReactNode = everyHook) {
  const { settings, platform, exposures, change } = layerSettings(start)
  const made: Telltale[] = []
  const create = (given: Settings) => {
    const telltale = createTelltaleAtOnce(given, platform)
    made.push(telltale)
    return telltale
  }
  // The flags themselves, and not those that a test observes: they know their bootstrap before there is a layer.
  const flags = launchDarkly({ clientSideId: 'env', sendEvents: false, streaming: true, ...start.options })
  const page = (
    <TelltaleProvider create={create} settings={{ ...settings, flags }}>
      {children}
    </TelltaleProvider>
  )
  return { page, made, platform, exposures, change }
}

it.each([false, true])(
  'a provider with settings hydrates what a server rendered with a bootstrap, with one layer (in StrictMode: %s)',
  async (isStrict) => {
    const html = await renderOnServer({ bootstrap: ALL_FLAGS_STATE, isOwn: true })
    const { page, made, platform } = ownLayer({ options: { bootstrap: ALL_FLAGS_STATE } })
    const hydrating = hydrate(html, isStrict ? <StrictMode>{page}</StrictMode> : page, /^true known/)
    await expect.poll(() => made.length).toBe(1)
    await platform.clock.advance(10)
    const { texts, isSameElement, end } = await hydrating
    expect(errors).toEqual([])
    expect(isSameElement()).toBe(true)
    expect(texts[0]).toMatch(
      /^true resolving {"layout":"compact"} .*FALLTHROUGH.*layout="compact"limits={"days":3}compactready/,
    )
    expect(new Set(texts.slice(1))).toEqual(new Set([texts[0]?.replace('resolving', 'known')]))
    const asked = platform.transport.requests.filter(({ url }) => url.includes('who-am-i'))
    expect([made.length, asked.length]).toEqual([1, 1])
    end()
    await expect.poll(() => platform.clock.pending).toBe(0)
  },
)

it('an event that an effect tracks during the hydration of a provider with settings is recorded once', async () => {
  const received: string[] = []
  const destination: Destination = {
    name: 'test',
    async deliver(events) {
      received.push(...events.map(({ name }) => name))
      return { outcome: 'delivered' }
    },
  }
  const settings = { destinations: [destination] }
  const html = await renderOnServer({ bootstrap: ALL_FLAGS_STATE, isOwn: true })
  const { page, platform } = ownLayer({ options: { bootstrap: ALL_FLAGS_STATE }, settings })
  const hydrating = hydrate(html, <StrictMode>{page}</StrictMode>, /^true known/)
  await expect.poll(() => platform.clock.pending).toBeGreaterThan(0)
  await platform.clock.advance(5000)
  const { end } = await hydrating
  expect(received.filter((name) => name === 'Page - View')).toEqual(['Page - View'])
  end()
})

it('a provider with settings renders fallbacks on a server without a bootstrap, and then shows the flags', async () => {
  const html = await renderOnServer({ isOwn: true })
  const { page, made, platform } = ownLayer({ flags: { layout: 'wide' } })
  const hydrating = hydrate(html, page, 'layout="wide"')
  await expect.poll(() => made.length).toBe(1)
  await platform.clock.advance(10)
  const { texts, end } = await hydrating
  expect(errors).toEqual([])
  expect(texts[0]).toContain('layout=null')
  expect(made).toHaveLength(1)
  end()
})
