import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import type { OddResult } from '../oddPage.ts'

async function begin(): Promise<OddResult> {
  const { api, flags, collector: url, token } = globalThis.ODD
  const telltale = createTelltale({
    app: 'Odd',
    api,
    auth: { token: () => token },
    flags: launchDarkly({ clientSideId: 'odd', baseUrl: flags, streamUrl: flags, eventsUrl: flags, streaming: true }),
    destinations: [collector({ url })],
  })
  globalThis.telltale = telltale
  telltale.track('ev-first')
  await telltale.ready.within(60_000)
  telltale.track('ev-second')
  const identity = telltale.identity.current.get()
  return {
    user: identity.status === 'known' ? identity.person.unique_identity : identity.status,
    flag: telltale.flags.variation('new-pricing', false),
  }
}

void begin().then(
  (result) => (globalThis.result = result),
  (error: unknown) => (globalThis.result = { threw: String(error) }),
)
