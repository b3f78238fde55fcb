import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { errors } from 'telltale/errors'
import { webVitals } from 'telltale/web-vitals'
import * as library from 'web-vitals'

declare global {
  var measured: { readonly isReady: boolean } | undefined
}

const errorStep = errors()
createTelltale({
  app: { name: 'Measured' },
  identity: { person: () => ({ unique_identity: 'ida' }) },
  destinations: [collector({ url: `${location.origin}/collect` })],
  events: { steps: [errorStep, webVitals(library)] },
})

addEventListener('pagehide', () => {
  errorStep.capture(new Error('at the end of the page'))
  // Firefox may close a tab without calling its listeners.
  navigator.sendBeacon('/ran')
})

const show = document.createElement('h1')
show.textContent = 'What a page is measured by'
document.body.append(show)

const state = { isReady: false }
globalThis.measured = state

// The largest thing is painted; then it moves without the user's doing.
requestAnimationFrame(() =>
  setTimeout(() => {
    const banner = document.createElement('div')
    banner.style.height = '300px'
    document.body.prepend(banner)
    requestAnimationFrame(() => setTimeout(() => (state.isReady = true), 300))
  }, 300),
)
setTimeout(function fail() {
  throw new RangeError('after a while')
})
void Promise.reject(new TypeError('nobody handles it'))
