import { expect, it } from 'vitest'
import { intercom } from '../../adapters/intercom.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { fakeIntercom, intercomSnippet, type IntercomPage } from '../../testing/vendors/fakeIntercom.ts'
import type { Telltale } from '../createTelltale.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'

/** A browser whose pages have Intercom's snippet, without the settings with which the messenger boots by itself. */
function browser() {
  const disk = fakeDisk()
  const cookies: Record<string, string> = {}

  /** A page that ends without a logout; `visit` performs the actions of its user. */
  return async function load(user: string, { isBlocked = false, visit = (_: Telltale) => {} } = {}) {
    const person = { unique_identity: user, user_id: user }
    const platform = fakePlatform(() => ({ status: 200, body: person }), disk)
    const page: IntercomPage = {}
    intercomSnippet(page)
    const messenger = isBlocked ? undefined : fakeIntercom({ page, cookies, now: platform.clock.now })
    const telltale = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        auth: { token: () => user.padEnd(36, '-') },
        messaging: vendorDestination(intercom({ appId: 'app', instance: () => page.Intercom })),
      },
      platform,
    )
    visit(telltale)
    await platform.clock.advance(15_000)
    const { notReady } = telltale.diagnostics.get()
    const conversationsOf = messenger?.conversationsOf
    telltale.close()
    platform.leave()
    return { conversationsOf, notReady, events: messenger?.received.flatMap(({ kept }) => kept?.['event'] ?? []) }
  }
}

it('the page of another user does not show the conversations of the former user, whose page was closed without a logout', async () => {
  const load = browser()
  expect(await load('ida')).toMatchObject({ conversationsOf: 'ida' })
  expect(await load('bo')).toMatchObject({ conversationsOf: 'bo' })
})

it('events for the messenger wait while its script is blocked, which is reported, and the next page hands them over', async () => {
  const load = browser()
  const visit = ({ track }: Telltale) => track('Quote sent', {}, { messaging: true })
  expect(await load('ida', { isBlocked: true, visit })).toMatchObject({ notReady: ['intercom'] })
  expect(await load('ida')).toMatchObject({ notReady: [], events: ['Quote sent'] })
})
