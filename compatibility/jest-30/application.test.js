import { waitFor } from '@testing-library/react'
import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'

const api = 'https://api.test'
const project = { internal: '1001', external: '1002' }

test('an application whose own session knows the user makes its layer, though jsdom has no timing of a navigation', () => {
  const telltale = createTelltale({ app: 'Quotes', identity: { person: () => ({ unique_identity: 'ida' }) } })
  expect(telltale.identity.current.get().status).toBe('known')
  telltale.close()
})

test('a module that makes the layer of the application can be imported where there is no network', async () => {
  const messages = []
  for (const method of ['error', 'warn'])
    jest.spyOn(console, method).mockImplementation((...texts) => messages.push(texts.join(' ')))
  const telltale = createTelltale({
    promotion: 'sandbox',
    app: { name: 'Rental Desk' },
    api: { production: api, staging: api, sandbox: api },
    projects: { production: project, staging: project, sandbox: project },
    auth: { token: () => 'x'.repeat(36) },
    flags: launchDarkly({ clientSideId: 'environment', streaming: true }),
    destinations: [collector({ url: 'https://collect.test/events' })],
  })
  telltale.track('Quote sent', { total: 1200, currency: '€' })

  // Jest has no `import()` unless Babel or Node is told: what is loaded later is missing then, which does no harm. It is
  // reported when a second attempt has failed, about a second after the first. Flags are not requested before who-am-i has answered.
  const reported = () => expect(messages).toContainEqual(expect.stringContaining('(T71)'))
  await waitFor(reported, { timeout: 4_000 })
  await waitFor(() => expect(messages).toContainEqual(expect.stringContaining('who-am-i')))
  expect(telltale.flags.variation('new-pricing', false)).toBe(false)
  window.dispatchEvent(new Event('pagehide'))
  telltale.close()
})
