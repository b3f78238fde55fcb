import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleMessage } from './console/consoleMessage.ts'
import type { Fault } from './faults/fault.ts'
import { bundle } from './testing/bundle.ts'
import type { InjectedClientsPage, Version } from './testing/injectedClientsPage.suite.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import { DANA_TOKEN, ENVIRONMENT, PRIYA, PRIYA_TOKEN } from './testing/people.ts'
import { readEventStream } from './testing/readEventStream.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

// Runs the vendor's real clients in Chromium, injected into the layer. The differences between version 3 and version 4 are
// listed in packages/telltale/src/adapters/fakeVendorClients.suite.ts. The last tests here verify them.

let browser: Browser
let host: ServedPage
let services: ServicesForTest
let opened: TestPage

beforeAll(async () => {
  host = await servePage(await bundle(join(import.meta.dirname, 'testing', 'injectedClientsPage.suite.ts')))
  browser = await openBrowser()
  opened = await openPage(browser, host.url)
})
afterAll(async () => {
  await browser.close()
  await host.close()
})
beforeEach(async () => {
  services = await startForTest()
  await opened.renew()
})
afterEach(async () => {
  await opened.leave()
  await services.close()
})

/** Runs in the page. */
function inPage<T>(action: (page: InjectedClientsPage) => T): Promise<Awaited<T>> {
  return opened.page.evaluate(`(${String(action)})(globalThis)`)
}

function open(version: Version, { token = DANA_TOKEN, isStarted = true } = {}): Promise<void> {
  const how = { version, url: services.url, environment: ENVIRONMENT, token, isStarted }
  return opened.page.evaluate((given) => (globalThis as unknown as InjectedClientsPage).open(given), how)
}

/** Signs another user in. */
const signIn = (token: string): Promise<void> =>
  opened.page.evaluate(async (given) => {
    const here = globalThis as unknown as InjectedClientsPage
    here.token = given
    await here.telltale.identity.refresh()
  }, token)

async function breakFlags(kind: Fault['kind'] | null): Promise<void> {
  for (const route of ['flags', 'flag-stream']) {
    const answer = await fetch(`${services.url}/console/faults`, {
      method: 'POST',
      headers: { origin: services.url },
      body: JSON.stringify({ route, kind }),
    })
    expect(answer.status).toBe(200)
  }
}

/** The status, whether events wait for flags, and the values of two flags. */
const flags = () =>
  inPage(({ telltale }) => {
    const values = telltale.flags.allFlags() as Record<string, unknown>
    return [telltale.flags.status.get(), values['new-pricing'], values['quote-layout']]
  })

const key = () => inPage(({ client }) => client.getContext()?.key)

/** The flags for which the service counted an evaluation. */
async function counted(): Promise<string[]> {
  const stream = await readEventStream(`${services.url}/console/stream`)
  const message = (await stream.next())?.data as ConsoleMessage
  stream.close()
  return message.type === 'state' ? Object.keys(message.state.counts) : []
}

const DANA_KEY = 'stonebridge-civil:1042'

describe.each<Version>(['version 3', 'version 4'])('the vendor’s client of %s, injected into the layer,', (version) => {
  test('has the flags of the current user, and then of the next user', async () => {
    await open(version)
    await expect.poll(flags).toEqual(['live', true, 'classic'])
    expect(await key()).toBe(DANA_KEY)
    await signIn(PRIYA_TOKEN)
    await expect.poll(flags).toEqual(['live', false, 'classic'])
    expect(await key()).toBe(PRIYA.key)
  })

  test('changes a value live', async () => {
    await open(version)
    await expect.poll(flags).toEqual(['live', true, 'classic'])
    await services.editFlags((content) => Object.assign(content.flags['new-pricing'] ?? {}, { on: false }))
    await expect.poll(flags).toEqual(['live', false, 'classic'])
  })

  test('returns no values of the previous user when it cannot identify the next user', async () => {
    await open(version)
    await expect.poll(flags).toEqual(['live', true, 'classic'])
    await breakFlags({ type: 'status', status: 403 })
    await signIn(PRIYA_TOKEN)
    await expect.poll(flags).toEqual(['failed', undefined, undefined])
    await breakFlags(null)
    await signIn(DANA_TOKEN)
    await expect.poll(flags).toEqual(['live', true, 'classic'])
  })

  test('returns the user’s values as soon as the application identifies the user', async () => {
    await open(version)
    await expect.poll(flags).toEqual(['live', true, 'classic'])
    await breakFlags({ type: 'status', status: 403 })
    await signIn(PRIYA_TOKEN)
    await expect.poll(flags).toEqual(['failed', undefined, undefined])
    await breakFlags(null)
    const context = await inPage(({ telltale }) => {
      const identity = telltale.identity.current.get()
      return identity.status === 'known' && { ...identity.person, kind: 'user', key: identity.person.unique_identity }
    })
    const asked = await opened.page.evaluate(
      (given) => (globalThis as unknown as InjectedClientsPage).client.identify(given as object).then(() => true),
      { ...context, _meta: { privateAttributes: ['user_hash'] } },
    )
    expect(asked).toBe(true)
    await expect.poll(flags).toEqual(['live', false, 'classic'])
  })

  test('records no evaluation for reads by the layer, and one for an evaluation by the application', async () => {
    await open(version)
    await expect.poll(flags).toEqual(['live', true, 'classic'])
    await inPage(({ telltale }) => telltale.flags.variation('fleet-map', false))
    await inPage(({ client }) => client.flush())
    await expect.poll(counted).toContain('fleet-map')
    // Version 3 itself records an evaluation of each flag whose value has changed. This flag has the same value for everyone.
    expect(await counted()).not.toContain('quote-layout')
  })

  test('returns the variation and the reason of a flag', async () => {
    await open(version)
    await expect.poll(flags).toEqual(['live', true, 'classic'])
    expect(await inPage(({ telltale }) => telltale.flags.variationDetail('new-pricing', false))).toMatchObject({
      value: true,
      variationIndex: 0,
      reason: { kind: 'RULE_MATCH', ruleId: 'pilot-companies' },
    })
  })
})

test('the vendor’s client of version 4 returns no values before a late start, and then the user’s flags', async () => {
  await open('version 4', { isStarted: false })
  await expect.poll(() => inPage(({ telltale }) => telltale.identity.current.get().status)).toBe('known')
  expect(await flags()).toEqual(['initialising', undefined, undefined])
  await inPage(({ client }) => client.start?.())
  await expect.poll(flags).toEqual(['live', true, 'classic'])
  expect(await key()).toBe(DANA_KEY)
})

test('the vendor’s client of version 3 keeps the user’s flags when its initial request is answered late', async () => {
  const isPoll = (url: URL) => url.pathname.startsWith('/sdk/evalx/')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await opened.page.route(
    isPoll,
    async (route) => {
      await released
      await route.continue()
    },
    { times: 1 },
  )
  await open('version 3')
  await expect.poll(() => inPage(({ telltale }) => telltale.identity.current.get().status)).toBe('known')
  expect(await flags()).toEqual(['initialising', undefined, undefined])
  release()
  await expect.poll(flags).toEqual(['live', true, 'classic'])
  await services.editFlags((content) =>
    Object.assign(content.flags['quote-layout'] ?? {}, { fallthrough: { variation: 2 } }),
  )
  await expect.poll(flags).toEqual(['live', true, 'guided'])
})

describe('when identify fails,', () => {
  const outcome = () =>
    opened.page.evaluate(async (context) => {
      const { client } = globalThis as unknown as InjectedClientsPage
      const ended = await client.identify(context).then(
        (answer) => (answer as { status?: string }).status,
        () => 'rejected',
      )
      return [ended, client.getContext()?.key, client.allFlags()['new-pricing']]
    }, PRIYA)

  test.each<[Version, string, string]>([
    ['version 3', 'rejected', DANA_KEY],
    ['version 4', 'error', PRIYA.key],
  ])(
    'the vendor’s client of %s rejects with "%s", and keeps the context %s and the previous flags',
    async (version, ended, context) => {
      await open(version)
      await expect.poll(flags).toEqual(['live', true, 'classic'])
      await breakFlags({ type: 'status', status: 403 })
      expect(await outcome()).toEqual([ended, context, true])
    },
  )
})
