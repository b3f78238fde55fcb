// oxlint-disable unicorn/require-post-message-target-origin -- a worker has no origin of its own to name
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTelltale } from '../layer/createTelltale.ts'
import { engineDifferences } from '../platform/engineDifferences.suite.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { ALL_FLAGS_STATE } from './allFlagsState.suite.ts'
import { everyHook } from './everyHook.suite.tsx'
import { Flag, inLayer } from './inLayer.suite.tsx'
import type { ServerRequest } from './serverWorker.suite.tsx'
import { layerSettings, startLayer } from './startLayer.suite.ts'
import { TelltaleProvider } from './TelltaleProvider.tsx'

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

it('hydrates with the server’s flags even when others have come before it, and then shows those', async () => {
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

it('hydrates what a server rendered without flags, though the browser has some, and then shows them', async () => {
  const html = await renderOnServer({})
  const disk = fakeDisk()
  const first = await startLayer({ flags: { layout: 'kept' }, disk })
  await first.platform.clock.advance(2000)
  first.telltale.close()
  const { settings, platform } = layerSettings({ disk, answer: () => new Promise(() => {}) })
  const telltale = createTelltale(settings, platform)
  const { texts, isSameElement, end } = await hydrate(html, inLayer(telltale, everyHook), 'layout="kept"')
  expect(errors).toEqual([])
  expect(isSameElement()).toBe(true)
  expect(texts[0]).toContain('layout=null')
  end()
  telltale.close()
})

it('renders nothing of a provider with settings on a server, says nothing, and starts after the hydration', async () => {
  const { settings, platform } = layerSettings({ flags: { layout: 'wide' } })
  let made = 0
  const app = (
    <TelltaleProvider
      settings={settings}
      create={(given) => {
        made += 1
        return createTelltale(given, platform)
      }}
    >
      <Flag name="layout" />
    </TelltaleProvider>
  )
  expect([renderToString(app), made, errors]).toEqual(['', 0, []])
  const { texts, end } = await hydrate('', app, /^$/)
  await expect.poll(() => made).toBe(1)
  await platform.clock.advance(10)
  await expect.poll(() => texts.at(-1)).toBe('layout="wide"')
  expect([made, errors]).toEqual([1, []])
  end()
})
