import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountsPage, ClientOf, Start } from './testing/accountsPage.suite.ts'
import { bundle } from './testing/bundle.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import { DANA_TOKEN, ENVIRONMENT, PRIYA_TOKEN } from './testing/people.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { startForTest, type SampleFlags, type ServicesForTest } from './testing/startForTest.ts'

// The accounts of a person in Chromium, with the clients that are in use and the vendor's own evaluator.

/** A colleague of Dana. */
const LUIS_TOKEN = 'a94e7b13-5c62-4f08-8d17-2b60c9e4f302'
const KEY = 'secure-mode-key'

/** The keys that were signed, as LaunchDarkly writes them. */
const signed: string[] = []
let browser: Browser
let host: ServedPage
let services: ServicesForTest
let opened: TestPage

beforeAll(async () => {
  const script = await bundle(join(import.meta.dirname, 'testing', 'accountsPage.suite.ts'))
  host = await servePage(script, async (request, answer) => {
    const { user, context } = JSON.parse(await text(request)) as { user: { kind: string; key: string }; context: Multi }
    const key = canonicalKey(context)
    signed.push(`${user.kind} ${user.key} as ${key}`)
    answer.end(createHmac('sha256', KEY).update(key).digest('hex'))
  })
  browser = await openBrowser()
  opened = await openPage(browser, host.url)
})
afterAll(async () => {
  await browser.close()
  await host.close()
})
beforeEach(async () => {
  services = await startForTest()
  await services.editFlags((content) => Object.assign(content.flags, FLAGS))
  await opened.renew()
})
afterEach(async () => {
  await opened.leave()
  await services.close()
})

type Multi = Readonly<Record<string, { readonly key: string }>>

/** [spec] js-core, `Context.canonicalKey`: the kinds in their order, and the colons and percent signs of keys encoded. */
const canonicalKey = ({ kind: _kind, ...kinds }: Multi) =>
  Object.keys(kinds)
    .sort()
    .map((kind) => `${kind}:${(kinds[kind]?.key ?? '').replaceAll('%', '%25').replaceAll(':', '%3A')}`)
    .join(':')

const aFlag = (key: string, more: object): SampleFlags['flags'][string] => ({
  key,
  version: 1,
  on: true,
  variations: [true, false],
  offVariation: 1,
  fallthrough: { variation: 1 },
  salt: key,
  clientSideAvailability: { usingEnvironmentId: true },
  ...more,
})

/** Ten rollouts to half of the organizations: two people have the same variations of all of them by chance once in a thousand times. */
const ROLLOUTS = Array.from({ length: 10 }, (_, index) => `rollout-${index}`)
const half = (contextKind: string) => ({
  rollout: { contextKind, variations: [0, 1].map((variation) => ({ variation, weight: 50_000 })) },
})
const FLAGS: SampleFlags['flags'] = {
  'by-organization': aFlag('by-organization', {
    rules: [
      {
        id: 'stonebridge',
        variation: 0,
        clauses: [{ contextKind: 'organization', attribute: 'name', op: 'in', values: ['Stonebridge Civil'] }],
      },
    ],
  }),
  ...Object.fromEntries(ROLLOUTS.map((key) => [key, aFlag(key, { fallthrough: half('organization') })])),
  ...Object.fromEntries(ROLLOUTS.map((key) => [`user-${key}`, aFlag(`user-${key}`, { fallthrough: half('user') })])),
}

const open = (how: Omit<Start, 'url' | 'environment' | 'token'>): Promise<void> =>
  opened.page.evaluate((given) => (globalThis as unknown as AccountsPage).open(given), {
    ...how,
    url: services.url,
    environment: ENVIRONMENT,
    token: DANA_TOKEN,
  })

/** Signs the owner of the token in, and returns the values of the flags. */
async function flagsOf(token: string, user: string): Promise<Record<string, unknown>> {
  await opened.page.evaluate(async (given) => {
    const here = globalThis as unknown as AccountsPage
    here.token = given
    await here.telltale.identity.refresh()
  }, token)
  const state = () =>
    opened.page.evaluate(() => {
      const { telltale } = globalThis as unknown as AccountsPage
      const who = telltale.identity.current.get()
      return [who.status === 'known' && who.person.unique_identity, telltale.flags.status.get()]
    })
  await expect.poll(state).toEqual([user, 'live'])
  return opened.page.evaluate(() => (globalThis as unknown as AccountsPage).telltale.flags.allFlags())
}

describe.each<ClientOf>(['Telltale', 'the vendor, version 3', 'the vendor, version 4'])(
  'with the client of %s,',
  (clientOf) => {
    test('a rule for an organization holds, and a rollout to organizations gives the same to two people of one', async () => {
      await open({ clientOf })
      const dana = await flagsOf(DANA_TOKEN, 'stonebridge-civil:1042')
      const luis = await flagsOf(LUIS_TOKEN, 'stonebridge-civil:1077')
      const priya = await flagsOf(PRIYA_TOKEN, 'northgate-events:3305')
      expect([dana, luis, priya].map((flags) => flags['by-organization'])).toEqual([true, true, false])
      const rolled = (flags: Record<string, unknown>, prefix = '') => ROLLOUTS.map((key) => flags[prefix + key])
      expect(rolled(luis)).toEqual(rolled(dana))
      expect(rolled(priya)).not.toEqual(rolled(dana))
      expect(rolled(luis, 'user-')).not.toEqual(rolled(dana, 'user-'))
      expect(new Set(rolled(dana))).toEqual(new Set([true, false]))
    })
  },
)

test('an environment in secure mode accepts the signature of the context with the accounts', async () => {
  await services.editFlags((content) => (content.perEnvironment = { [ENVIRONMENT]: { secureModeKey: KEY } }))
  await open({ clientOf: 'Telltale', signer: '/sign' })
  expect(await flagsOf(DANA_TOKEN, 'stonebridge-civil:1042')).toMatchObject({ 'by-organization': true })
  expect(signed).toEqual([
    'user stonebridge-civil:1042 as organization:stonebridge-civil:user:stonebridge-civil%3A1042',
  ])
})
