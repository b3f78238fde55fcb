import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { collector } from './collector.ts'
import { consoleLink } from './console.ts'
import { launchDarkly } from './flags.ts'
import { createTelltale } from './index.ts'
import { TelltaleProvider, useFlag, useIdentity, useTrackView } from './react.ts'

// A process that renders, and does whatever else an application may do on a server. It ends by itself, or its test fails.

/** What a page would do: requests, timers and listeners. */
const done: string[] = []
for (const name of ['fetch', 'setTimeout', 'setInterval', 'addEventListener'] as const) {
  const original: unknown = Reflect.get(globalThis, name)
  const record = (...args: unknown[]) => {
    done.push(name)
    return typeof original === 'function' && name !== 'fetch' ? Reflect.apply(original, globalThis, args) : undefined
  }
  Object.defineProperty(globalThis, name, { value: record, configurable: true, writable: true })
}

const settings = {
  app: 'Odd server',
  api: 'https://api.test',
  auth: { token: () => 'b8c1a3d2-5f0e-4a57-9c38-1d2e3f4a5b6c' },
  flags: launchDarkly({ clientSideId: 'odd', streaming: true, bootstrap: { 'new-pricing': true } }),
  destinations: [collector({ url: 'https://collect.test' })],
  observers: [consoleLink({ url: 'https://local.test' })],
}

function Price() {
  useTrackView('Price shown')
  return createElement('p', null, `${useIdentity().status} ${String(useFlag('new-pricing', false))}`)
}

const telltale = createTelltale(settings)
telltale.track('Rendered')
telltale.identify({ unique_identity: 'u-1' })
await telltale.ready.within(10_000)
await telltale.identity.refresh()
const price = createElement(Price)
const result = {
  flag: telltale.flags.variation('new-pricing', false),
  storage: telltale.diagnostics.get().storage,
  identity: telltale.identity.current.get().status,
  html: [
    renderToString(createElement(TelltaleProvider, { telltale }, price)),
    renderToString(createElement(TelltaleProvider, { create: createTelltale, settings }, price)),
  ],
}
process.once('exit', () => console.log(JSON.stringify({ ...result, done })))
