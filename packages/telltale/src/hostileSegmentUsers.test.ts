import { describe, expect, it } from 'vitest'
import type { Person } from './core/model/identity.ts'
import { pageViews } from './page-views.ts'
import { redact } from './redact.ts'
import { segment } from './segment.ts'
import { IDA } from './testing/destinationPage.suite.ts'
import { fakeDisk } from './testing/fakeDisk.ts'
import { fakePlatform } from './testing/fakePlatform.ts'
import { type Fields, openSegmentPage as openPage } from './testing/segmentPage.suite.ts'
import { consentAtOnce } from './testkit/createTelltaleAtOnce.ts'

// Who has done it, in the calls of `segment()`, when persons, traits, consent and impersonation change.

const OTTO = { unique_identity: 'otto', plan: 'free' } as Person
const AS_IDA = { ...IDA, mimic_user: 'sam@support.example' } as Person

describe('who did it', () => {
  it('is each person of a batch with their own traits only, and told once however often they return', async () => {
    const page = openPage()
    for (const [name, who] of [
      ['a', IDA],
      ['b', OTTO],
      ['c', IDA],
      ['d', OTTO],
    ] as const) {
      page.be(who)
      await page.advance(0)
      page.telltale.track(name)
    }
    await page.advance()
    expect(['a', 'b', 'c', 'd'].map((name) => page.calls(name)[0]?.['userId'])).toEqual(['ida', 'otto', 'ida', 'otto'])
    for (const { userId, traits: told } of page.calls('identify') as Fields[])
      expect(told).toEqual({ plan: userId === 'ida' ? 'gold' : 'free' })
    expect(page.calls('group').map(({ userId }) => userId as unknown)).toEqual(['ida', 'otto'])
  })

  it('is told before the first event of the person, with the accounts of that moment', async () => {
    const page = openPage()
    page.telltale.track('one')
    await page.advance()
    const types = page.all().map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(['identify', 'group', 'track'])
  })

  it('is told with another messageId when the traits are others: the service would drop it as a copy', async () => {
    const page = openPage()
    // The service has the batch, and its answers are lost.
    page.answers.push('network', 'network', 'network')
    page.telltale.track('one')
    await page.advance(1_000)
    page.be({ ...IDA, plan: 'silver' } as Person)
    await page.advance(600_000)
    const told = page.calls('identify') as Fields[]
    const idOf = (plan: string) => told.find((call) => (call['traits'] as Fields)['plan'] === plan)?.['messageId']
    expect([idOf('gold'), idOf('silver')]).toEqual([expect.any(String), expect.any(String)])
    expect(idOf('silver')).not.toBe(idOf('gold'))
  })

  it('is told again by the next page, with the same traits', async () => {
    const disk = fakeDisk()
    const count = async () => {
      const page = openPage({}, { disk })
      page.telltale.track('one')
      await page.advance()
      page.platform.leave()
      return page.calls('identify').length
    }
    expect([await count(), await count()]).toEqual([1, 1])
  })

  it.each(['constructor', '__proto__', 'toString', 'absent'])('has no group of the kind %s', async (group) => {
    const page = openPage({ group })
    page.telltale.track('one')
    await page.advance()
    expect(page.calls('one')[0]?.context).not.toHaveProperty('groupId')
    expect(page.calls('group')).toEqual([])
  })
})

describe('during an impersonation', () => {
  it('nothing is sent with suppress, not even who it is, and all before and after it is', async () => {
    const page = openPage({ impersonation: 'suppress' })
    for (const [name, who] of [
      ['a', IDA],
      ['b', AS_IDA],
      ['c', IDA],
    ] as const) {
      page.be(who)
      await page.advance(0)
      page.telltale.track(name)
    }
    await page.advance()
    expect(['a', 'b', 'c'].map((name) => page.calls(name).length)).toEqual([1, 0, 1])
    expect(page.bodies().join()).not.toContain('sam@')
  })

  it('the customer gets no trait and no group from a batch that has both', async () => {
    const page = openPage({}, { who: AS_IDA })
    await page.advance(0)
    page.telltale.track('b')
    page.be(IDA)
    await page.advance(0)
    page.telltale.track('c')
    await page.advance()
    expect(page.calls('b')[0]?.['userId']).toBe('sam@support.example as ida')
    const told = [...page.calls('identify'), ...page.calls('group')] as Fields[]
    expect(told.map(({ userId }) => userId)).toEqual(['ida', 'ida'])
  })

  it('redirect, which only collectors and Heap support, ends the start', () =>
    expect(() => segment({ writeKey: 'key', impersonation: { redirect: 'support' } as never })).toThrow(
      /impersonation/,
    ))
})

describe('consent', () => {
  const withConsent = () => {
    const disk = fakeDisk()
    return openPage({}, { settings: { consent: consentAtOnce({}, fakePlatform(undefined, disk)) }, disk })
  }

  it('lets nothing go before it is given, and nobody is told of before', async () => {
    const page = withConsent()
    page.telltale.track('one')
    await page.advance()
    expect(page.bodies()).toEqual([])
    page.telltale.consent?.set({ analytics: true })
    await page.advance()
    expect(
      page
        .all()
        .map(({ type }) => type)
        .slice(0, 2),
    ).toEqual(['identify', 'group'])
    expect(page.calls('one')).toHaveLength(1)
  })

  it('that is withdrawn ends what is to be sent again', async () => {
    const page = withConsent()
    page.telltale.consent?.set({ analytics: true })
    await page.advance()
    page.answers.push(...Array.from({ length: 99 }, () => ({ status: 503 })))
    page.telltale.track('one')
    await page.advance(5_000)
    const { length } = page.calls('one')
    expect(length).toBeGreaterThan(0)
    page.telltale.consent?.withdraw()
    page.telltale.track('two')
    await page.advance(600_000)
    expect(page.calls('one')).toHaveLength(length)
    expect(page.calls('two')).toEqual([])
  })
})

it('redact() leaves no secret in any call', async () => {
  const [mail, card] = ['ann@example.com', '4111 1111 1111 1111']
  const page = openPage(
    {},
    {
      who: { ...IDA, plan: card, token: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc' } as Person,
      settings: { events: { steps: [pageViews(), redact()] } },
    },
  )
  page.platform.url = `https://desk.test/people/${mail}?utm_source=${mail}&note=${encodeURIComponent(card)}`
  page.telltale.track(`Quote sent to ${mail}`, { note: card, [mail]: 1 })
  await page.advance()
  expect(page.all().length).toBeGreaterThan(3)
  for (const secret of [mail, encodeURIComponent(mail), card, encodeURIComponent(card), 'sk_live'])
    expect(page.bodies().join()).not.toContain(secret)
})
