import { describe, expect, it } from 'vitest'
import { accounts } from './accounts.ts'
import type { Person } from './core/model/identity.ts'
import type { Step } from './core/step.ts'
import { COMPANY, IDA, openPageOf } from './testing/destinationPage.suite.ts'
import { fakeDisk } from './testing/fakeDisk.ts'
import { fakePlatform } from './testing/fakePlatform.ts'
import { consentAtOnce } from './testkit/createTelltaleAtOnce.ts'
import { testDestination } from './testkit/testDestination.ts'
import { segment, type SegmentOptions } from './segment.ts'
import { session } from './session.ts'
import { traits } from './traits.ts'

type Call = Readonly<Record<string, unknown>> & { readonly context: Readonly<Record<string, unknown>> }

/** A page that sends to Segment, and the calls that it has sent. */
function openPage(options: Partial<SegmentOptions> = {}, page: Parameters<typeof openPageOf>[1] = {}) {
  const opened = openPageOf(segment({ writeKey: 'key', ...options }), page)
  const batches = () =>
    opened.requests.map(({ text }) => JSON.parse(text) as { batch: Call[]; sentAt: string; writeKey: string })
  return {
    ...opened,
    batches,
    calls: (name?: string) =>
      batches()
        .flatMap(({ batch }) => batch)
        .filter((call) => name === undefined || call['event'] === name || call['type'] === name),
  }
}

describe('the destination of Segment', () => {
  // Segment takes no event of more than 32 kB.
  const checks = testDestination(() => segment({ writeKey: 'key' })).filter(({ name }) => !name.includes('64 KiB'))
  for (const { name, run } of checks) it(name, run)
})

describe('a call of track', () => {
  it('is in a batch for the write key, with the id, the time and the user of the event', async () => {
    const page = openPage()
    await page.advance()
    const id = page.telltale.track('Quote sent', { total: 3, lines: [{ a: 1 }] })
    const at = page.platform.clock.now()
    await page.advance()
    const [sent] = page.calls('Quote sent')
    expect(sent).toMatchObject({
      type: 'track',
      messageId: id,
      userId: 'ida',
      timestamp: new Date(at).toISOString(),
      properties: { total: 3, lines: [{ a: 1 }] },
      context: { groupId: 'acme' },
    })
    expect(sent).not.toHaveProperty('anonymousId')
    const { headers, url } = page.requests.at(-1) ?? expect.unreachable('no request')
    expect(url).toBe('https://api.segment.io/v1/batch')
    expect(headers).toMatchObject({ Authorization: `Basic ${btoa('key:')}`, 'Content-Type': 'application/json' })
    const last = page.batches().at(-1)
    expect(last?.writeKey).toBe('key')
    expect(Date.parse(last?.sentAt ?? '')).toBeGreaterThanOrEqual(at)
  })

  it('has the page, the campaign, the session and the library in its context', async () => {
    const page = openPage({}, { settings: { events: { steps: [session()] } } })
    const before = page.platform.clock.now()
    page.telltale.track('one')
    await page.advance()
    const [{ context } = expect.unreachable('no call')] = page.calls('one')
    expect(context['page']).toMatchObject({
      path: '/quotes/7',
      url: expect.stringContaining('https://desk.test/quotes/7'),
    })
    expect(context['campaign']).toEqual({ source: 'mail', name: 'spring' })
    expect(context['sessionId']).toBeGreaterThanOrEqual(before)
    expect(context['library']).toMatchObject({ name: 'telltale', version: expect.stringMatching(/^\d/) })
  })

  it('has the categories that the user has allowed now, and the integrations', async () => {
    let isAllowed = false
    const page = openPage({ consent: () => ({ Analytics: isAllowed }), integrations: { All: true, Mixpanel: false } })
    page.telltale.track('one')
    await page.advance()
    isAllowed = true
    page.telltale.track('two')
    await page.advance()
    const categoriesOf = (name: string) => page.calls(name).map(({ context }) => context['consent'])
    expect(categoriesOf('one')).toEqual([{ categoryPreferences: { Analytics: false } }])
    expect(categoriesOf('two')).toEqual([{ categoryPreferences: { Analytics: true } }])
    expect(page.calls('one')[0]?.['integrations']).toEqual({ All: true, Mixpanel: false })
  })

  it('is sent without categories if the function throws', async () => {
    const page = openPage({
      consent() {
        throw new Error('no')
      },
    })
    page.telltale.track('one')
    await page.advance()
    expect(page.calls('one')).toHaveLength(1)
    expect(page.calls('one')[0]?.context).not.toHaveProperty('consent')
  })
})

describe('who did it', () => {
  it('is the visitor as long as nobody is signed in, and then the person, once joined by identify', async () => {
    const page = openPage({}, { who: null })
    page.telltale.track('one')
    await page.advance()
    const [{ anonymousId } = expect.unreachable('no call')] = page.calls('one')
    expect(anonymousId).toEqual(expect.any(String))
    expect(page.calls('one')[0]).not.toHaveProperty('userId')
    page.be(IDA)
    await page.advance()
    const joined = page.calls('identify').filter((call) => 'anonymousId' in call)
    expect(joined).toMatchObject([{ userId: 'ida', anonymousId }])
  })

  it.each([
    ['Page viewed', {}, undefined],
    ['Page viewed', { name: 'Home' }, 'Home'],
    ['Quote viewed', {}, 'Quote viewed'],
  ])('has viewed a page whose event is %s with %j as the page %s', async (name, properties, title) => {
    const step: Step = {
      name: 'own',
      start({ record }) {
        record(name, properties, 'page')
        return () => {}
      },
    }
    const page = openPage({}, { settings: { events: { steps: [step] } } })
    await page.advance()
    expect(page.calls('page')).toMatchObject([{ properties: title === undefined ? {} : { name: title } }])
    expect(page.calls('page')[0]?.['name']).toBe(title)
  })

  it('is at least the page, if the layer has no visitors', async () => {
    const page = openPage({}, { who: null, settings: { identity: { person: () => null } } })
    page.telltale.track('one')
    page.telltale.track('two')
    await page.advance()
    const ids = [...page.calls('one'), ...page.calls('two')].map(({ anonymousId }) => anonymousId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toEqual(expect.any(String))
  })

  it('is told with traits and group once for each page, and again when they have changed', async () => {
    const page = openPage()
    for (const name of ['one', 'two']) {
      page.telltale.track(name)
      await page.advance()
    }
    expect(page.calls('identify')).toMatchObject([{ userId: 'ida', traits: { plan: 'gold' } }])
    expect(page.calls('group')).toMatchObject([{ userId: 'ida', groupId: 'acme', traits: { name: 'Acme', seats: 12 } }])
    page.be({ ...IDA, plan: 'silver' } as Person)
    page.telltale.track('three')
    await page.advance()
    expect(page.calls('identify').map((call) => call['traits'])).toEqual([{ plan: 'gold' }, { plan: 'silver' }])
    expect(page.calls('group')).toHaveLength(1)
  })

  it('is told again if the batch was not taken', async () => {
    const page = openPage()
    page.answers.push({ status: 503 })
    page.telltale.track('one')
    await page.advance(600_000)
    const [first, second] = page.batches()
    expect([first, second].map((one) => one?.batch.map(({ type }) => type))).toEqual([
      expect.arrayContaining(['identify', 'group']),
      expect.arrayContaining(['identify', 'group']),
    ])
  })

  it('is the group of the given kind', async () => {
    const settings = {
      identity: { person: () => IDA, accounts: accounts(() => ({ organization: COMPANY, team: { key: 'red' } })) },
    }
    const page = openPage({ group: 'team' }, { settings })
    page.telltale.track('one')
    await page.advance()
    expect(page.calls('one')[0]?.context['groupId']).toBe('red')
    expect(page.calls('group').map(({ groupId }) => groupId)).toEqual(['red'])
  })

  it('is nobody of the customer during an impersonation', async () => {
    const page = openPage({}, { who: { ...IDA, mimic_user: 'sam@support.example' } as Person })
    page.telltale.track('one')
    await page.advance()
    expect(page.calls('one')).toMatchObject([
      { userId: 'sam@support.example as ida', properties: { impersonator: 'sam@support.example' } },
    ])
    expect([...page.calls('identify'), ...page.calls('group')]).toEqual([])
  })
})

describe('the limits of the format', () => {
  it('refuse one event of more than 32 kB, and let the others go', async () => {
    const page = openPage()
    page.telltale.track('one')
    page.telltale.track('large', { text: 'ö'.repeat(17_000) })
    page.telltale.track('two')
    await page.advance(600_000)
    expect(page.calls('large')).toEqual([])
    expect(['one', 'two'].map((name) => page.calls(name).length)).toEqual([1, 1])
    const refused = await page.telltale.refused.read()
    expect(refused.map(({ event }) => event.name)).toEqual(['large'])
    expect(JSON.stringify(refused)).toContain('larger than 32 kB')
  })

  it('divide a batch of more than 500 kB', async () => {
    const page = openPage()
    await page.advance()
    const names = Array.from({ length: 25 }, (_, index) => `large ${index}`)
    for (const name of names) page.telltale.track(name, { text: 'x'.repeat(25_000) })
    await page.advance(600_000)
    expect(names.map((name) => page.calls(name).length)).toEqual(names.map(() => 1))
    expect(page.requests.every(({ text }) => text.length <= 500_000)).toBe(true)
  })

  it('leave out traits that are too large, and not the events of the user', async () => {
    const settings = {
      identity: { person: () => IDA, traits: traits(() => ({ text: 'x'.repeat(40_000) })) },
    }
    const page = openPage({}, { settings })
    page.telltale.track('one')
    await page.advance(600_000)
    expect(page.calls('one')).toHaveLength(1)
    expect(page.calls('identify')).toEqual([])
  })
})

it('the proof of a decision about consent goes to no other company', async () => {
  const disk = fakeDisk()
  const settings = { consent: consentAtOnce({}, fakePlatform(undefined, disk)) }
  const page = openPage({}, { settings, disk })
  page.telltale.track('one')
  await page.advance()
  page.telltale.consent?.set({ analytics: true })
  await page.advance()
  page.telltale.consent?.set({ analytics: false })
  await page.advance()
  expect(page.calls('one')).toHaveLength(1)
  expect(JSON.stringify(page.requests)).not.toContain('Consent changed')
})

it.each([
  [{}, 'writeKey'],
  [{ writeKey: '' }, 'writeKey'],
  [{ writeKey: 'schlüssel' }, 'writeKey'],
  [{ writeKey: 'key', url: '' }, 'url'],
  [{ writeKey: 'key', batchSize: 0 }, 'batchSize'],
  [{ writeKey: 'key', integrations: 'All' }, 'integrations'],
  [{ writeKey: 'key', consent: {} }, 'consent'],
])('a wrong option ends the start with its name: %o', (options, name) => {
  expect(() => segment(options as SegmentOptions)).toThrow(
    new RegExp(`^Telltale cannot start\\. Set ${name} of segment\\(.*\\) to .*\\. \\(T\\d+\\)$`),
  )
})
