import { afterEach, expect, test, vi } from 'vitest'
import { printedModule } from './printedReader.mjs'

afterEach(() => Reflect.deleteProperty(globalThis, 'window'))

const open = vi.fn()

test.each([
  ['onetrust', { OneTrust: { ToggleInfoDisplay: open } }, {}],
  // Until its script runs, the variable is the element of the script.
  ['cookiebot', { Cookiebot: { renew: open } }, { Cookiebot: { id: 'Cookiebot' } }],
  ['cookieyes', { revisitCkyConsent: open }, {}],
])('the button in the guide of %s opens the tool again, and does nothing without it', async (tool, page, early) => {
  const { PrivacySettings } = await printedModule(`guides/consent-${tool}.md`, 'src/PrivacySettings.tsx')
  const { type, props } = PrivacySettings()
  expect([type, props.children]).toEqual(['button', 'Privacy settings'])
  for (const window of [{}, early]) {
    Object.assign(globalThis, { window })
    props.onClick()
  }
  expect(open).not.toHaveBeenCalled()
  Object.assign(globalThis, { window: page })
  props.onClick()
  expect(open).toHaveBeenCalledOnce()
  open.mockClear()
})
