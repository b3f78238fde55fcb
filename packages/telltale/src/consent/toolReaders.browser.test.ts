import { afterEach, describe, expect, it } from 'vitest'
import { consent as consentOf } from '../consent.ts'
import { cookiebot } from '../consent-cookiebot.ts'
import { cookieYes } from '../consent-cookieyes.ts'
import { oneTrust } from '../consent-onetrust.ts'
import type { ConsentReader } from '../core/consentPart.ts'
import { createTelltale } from '../index.ts'

// The tools as their documentation and their scripts have them: see the comments of their readers.

type Choice = Readonly<Record<string, boolean>>

const page = globalThis as unknown as Record<string, unknown>
const NAMES = ['OneTrust', 'OnetrustActiveGroups', 'Cookiebot', 'getCkyConsent']
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  for (const name of NAMES) Reflect.deleteProperty(page, name)
  localStorage.clear()
})

function start(reader: ConsentReader) {
  const told: (Choice | undefined)[] = []
  const stop = reader.start((choices) => told.push(choices))
  stops.push(stop)
  return { told, stop, last: () => told.at(-1) }
}

const fire = (type: string, detail?: unknown, target: EventTarget = window) =>
  target.dispatchEvent(new CustomEvent(type, { detail }))

/** OneTrust with the groups that are active, or would be by default. */
function loadOneTrust(groups: readonly string[], { model = 'opt-in', isClosed = false } = {}) {
  let isBoxClosed = isClosed
  page['OneTrust'] = {
    IsAlertBoxClosed: () => isBoxClosed,
    OnConsentChanged: () => {},
    GetDomainData: () => ({
      ShowAlertNotice: true,
      ConsentModel: { Name: model },
      Groups: ['C0001', 'C0002', 'C0004'].map((CustomGroupId) => ({ CustomGroupId })),
    }),
  }
  const set = (active: readonly string[]) => {
    page['OnetrustActiveGroups'] = `,${active.join(',')},`
    fire('OneTrustGroupsUpdated', active)
  }
  set(groups)
  return {
    choose(active: readonly string[]) {
      isBoxClosed = true
      set(active)
      fire('OTConsentApplied')
    },
  }
}

/** Cookiebot. `undefined`: the user has not decided. */
function loadCookiebot(given: Choice | undefined) {
  const consent = { necessary: true, preferences: false, statistics: false, marketing: false, method: null }
  const tool = { consent, consented: false, declined: false, hasResponse: false, renew() {} }
  page['Cookiebot'] = tool
  const decide = (choice: Choice) => {
    const isAccepted = Object.values(choice).includes(true)
    Object.assign(consent, { preferences: false, statistics: false, marketing: false }, choice)
    Object.assign(tool, { consented: isAccepted, declined: !isAccepted, hasResponse: true })
    fire('CookiebotOnConsentReady')
    fire(isAccepted ? 'CookiebotOnAccept' : 'CookiebotOnDecline')
  }
  if (given) decide(given)
  else for (const name of ['Init', 'Display']) fire(`CookiebotOnDialog${name}`)
  return { choose: decide }
}

/** CookieYes. `undefined`: the user has not decided, and the categories are the defaults. */
function loadCookieYes(given: Choice | undefined, { law = 'gdpr', defaults = {} as Choice, isPlugin = false } = {}) {
  const state = {
    activeLaw: law,
    categories: { necessary: true, analytics: false, advertisement: false, ...defaults, ...given },
    isUserActionCompleted: given !== undefined,
    consentID: 'bFl2eFJB',
    languageCode: 'en',
  }
  page['getCkyConsent'] = () => structuredClone(state)
  if (!isPlugin) fire('cookieyes_banner_load', structuredClone(state), document)
  return {
    choose(choice: Choice) {
      Object.assign(state.categories, choice)
      state.isUserActionCompleted = true
      const of = (is: boolean) => Object.entries(state.categories).flatMap(([name, one]) => (one === is ? [name] : []))
      fire('cookieyes_consent_update', { accepted: of(true), rejected: of(false) }, document)
    },
  }
}

interface Case {
  reader: () => ConsentReader
  /** Loads the tool of a user who has decided about statistics and marketing, or has not. */
  load(given?: readonly [boolean, boolean]): { choose(statistics: boolean, marketing: boolean): void }
}

const groupsOf = (statistics: boolean, marketing: boolean) => [
  'C0001',
  ...(statistics ? ['C0002'] : []),
  ...(marketing ? ['C0004'] : []),
]

const CASES: Readonly<Record<string, Case>> = {
  OneTrust: {
    reader: () => oneTrust({ C0002: 'analytics', C0004: ['messaging', 'marketing'] }),
    load(given) {
      const { choose } = loadOneTrust(given ? groupsOf(...given) : ['C0001'], { isClosed: given !== undefined })
      return { choose: (...choice) => choose(groupsOf(...choice)) }
    },
  },
  Cookiebot: {
    reader: () => cookiebot({ statistics: 'analytics', marketing: ['messaging', 'marketing'] }),
    load(given) {
      const { choose } = loadCookiebot(given && { statistics: given[0], marketing: given[1] })
      return { choose: (statistics, marketing) => choose({ statistics, marketing }) }
    },
  },
  CookieYes: {
    reader: () => cookieYes({ analytics: 'analytics', advertisement: ['messaging', 'marketing'] }),
    load(given) {
      const { choose } = loadCookieYes(given && { analytics: given[0], advertisement: given[1] })
      return { choose: (analytics, advertisement) => choose({ analytics, advertisement }) }
    },
  },
}

const choice = (analytics: boolean, marketing: boolean) => ({ analytics, messaging: marketing, marketing })

describe.each(Object.entries(CASES))('%s', (_name, { reader, load }) => {
  it('that was there before says what the user has decided', () => {
    load([true, false])
    expect(start(reader()).told).toEqual([choice(true, false)])
  })

  it('that comes later says what the user has decided on an earlier page', () => {
    const { told, last } = start(reader())
    expect(told).toEqual([])
    load([false, true])
    expect(last()).toEqual(choice(false, true))
    expect(told).not.toContain(undefined)
  })

  it('says that it is there while the user has not decided, and then each decision', () => {
    const { told, last } = start(reader())
    const tool = load()
    expect(told.length).toBeGreaterThan(0)
    expect(told.every((one) => one === undefined)).toBe(true)
    tool.choose(true, true)
    expect(last()).toEqual(choice(true, true))
    tool.choose(false, false)
    expect(last()).toEqual(choice(false, false))
    tool.choose(false, true)
    expect(last()).toEqual(choice(false, true))
  })

  it('that is not there says nothing, so that the layer reports it', () => {
    const { told } = start(reader())
    fire('load')
    expect(told).toEqual([])
  })

  it('is not heard any more after the reader was stopped', () => {
    const { told, stop } = start(reader())
    const tool = load([true, true])
    const before = told.length
    stop()
    tool.choose(false, false)
    fire('load')
    expect(told).toHaveLength(before)
  })

  it('is not read again when the page comes back from the back/forward cache', () => {
    load([true, true])
    const { told } = start(reader())
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(told).toHaveLength(1)
  })

  it('that throws, or has other values, breaks nothing', () => {
    const { told } = start(reader())
    const odd = () => {
      throw new Error('secret')
    }
    for (const value of [odd, () => 7, () => null, null, 'text', 7, [], {}, { consent: 7 }, { IsAlertBoxClosed: odd }])
      for (const name of NAMES) {
        page[name] = value
        for (const type of ['OneTrustGroupsUpdated', 'CookiebotOnAccept', 'cookieyes_consent_update']) fire(type, 7)
      }
    expect(told.filter((one) => one !== undefined)).toEqual([])
  })

  it('decides for the layer, as the source of the decision', async () => {
    const tool = load()
    const telltale = createTelltale({
      app: 'Desk',
      silent: true,
      identity: { person: () => null },
      consent: consentOf({ reader: reader() }),
    })
    stops.push(telltale.close)
    expect(telltale.consent?.get()).toMatchObject({ shouldAsk: true, purposes: { analytics: 'pending' } })
    tool.choose(true, false)
    await expect.poll(() => telltale.consent?.get().purposes['analytics']).toBe('granted')
    expect(telltale.consent?.get().decision?.source).toBe(reader().name)
    tool.choose(false, false)
    expect(telltale.consent?.get().purposes['analytics']).toBe('denied')
  })
})

describe('OneTrust', () => {
  const reader = () => oneTrust({ C0002: 'analytics' })

  it.each(['opt-out', 'implied consent', 'Opt-Out'])(
    'with the model %s is decided by the groups of the beginning',
    (model) => {
      loadOneTrust(['C0001', 'C0002'], { model })
      expect(start(reader()).told).toEqual([{ analytics: true }])
    },
  )

  it.each(['opt-in', 'notice only', 'custom', ''])(
    'with the model "%s" is not decided before the box is closed',
    (model) => {
      loadOneTrust(['C0001', 'C0002'], { model })
      const { told, last } = start(reader())
      expect(told).toEqual([undefined])
      loadOneTrust(['C0001', 'C0002'], { model, isClosed: true })
      expect(last()).toEqual({ analytics: true })
    },
  )

  it('is not there as long as its variable holds settings', () => {
    page['OneTrust'] = { geolocationResponse: { countryCode: 'DE' } }
    page['OnetrustActiveGroups'] = ',C0001,C0002,'
    const { told, last } = start(reader())
    fire('OneTrustGroupsUpdated', ['C0001', 'C0002'])
    expect(told).toEqual([])
    loadOneTrust(['C0001'], { isClosed: true })
    expect(last()).toEqual({ analytics: false })
  })

  it('that is told to leave the data layer alone fires one event less, and is heard', () => {
    const { last } = start(reader())
    loadOneTrust(['C0001'], { isClosed: true })
    page['OnetrustActiveGroups'] = ',C0001,C0002,'
    fire('consent.onetrust', ['C0001', 'C0002'])
    expect(last()).toEqual({ analytics: true })
  })

  it('that does not say which groups are active has not decided', () => {
    loadOneTrust(['C0001', 'C0002'], { isClosed: true })
    page['OnetrustActiveGroups'] = undefined
    expect(start(reader()).told).toEqual([undefined])
  })

  it('says nothing of a group that it does not have', () => {
    loadOneTrust(['C0001', 'C0002'], { isClosed: true })
    expect(start(oneTrust({ C0002: 'analytics', C0003: 'messaging' })).told).toEqual([{ analytics: true }])
  })

  it('allows a purpose of two groups if both are allowed', () => {
    const tool = loadOneTrust(['C0001', 'C0002'], { isClosed: true })
    const { last } = start(oneTrust({ C0004: 'analytics', C0002: 'analytics' }))
    expect(last()).toEqual({ analytics: false })
    tool.choose(['C0001', 'C0002', 'C0004'])
    expect(last()).toEqual({ analytics: true })
  })
})

describe('Cookiebot', () => {
  it('is not there while the variable is the element of its script', () => {
    const script = document.createElement('script')
    script.id = 'Cookiebot'
    document.head.append(script)
    stops.push(() => script.remove())
    expect(page['Cookiebot']).toBe(script)
    const { told } = start(cookiebot({ statistics: 'analytics' }))
    fire('load')
    expect(told).toEqual([])
  })

  it('that assumes consent says so', () => {
    page['Cookiebot'] = { consent: { statistics: true, method: 'implied' }, consented: true, hasResponse: false }
    expect(start(cookiebot({ statistics: 'analytics' })).told).toEqual([{ analytics: true }])
  })
})

describe('CookieYes', () => {
  const reader = () => cookieYes({ analytics: 'analytics' })

  it('under an opt-out law is decided by the defaults', () => {
    loadCookieYes(undefined, { law: 'ccpa', defaults: { analytics: true } })
    expect(start(reader()).told).toEqual([{ analytics: true }])
  })

  it('is not decided by defaults under another law', () => {
    loadCookieYes(undefined, { defaults: { analytics: true, advertisement: true } })
    expect(start(reader()).told).toEqual([undefined])
  })

  it('allows all where no law applies, and nothing before it is ready', () => {
    const { last } = start(reader())
    loadCookieYes(undefined, { law: '' })
    expect(last()).toBeUndefined()
    loadCookieYes(undefined, { law: '', defaults: { analytics: true, advertisement: true } })
    expect(last()).toEqual({ analytics: true })
  })

  it('as a plugin without an event at its start is found when the page is loaded', () => {
    const { told, last } = start(reader())
    loadCookieYes({ analytics: true }, { isPlugin: true })
    expect(told).toEqual([])
    fire('load')
    expect(last()).toEqual({ analytics: true })
  })

  it('says nothing of a category that it does not have', () => {
    loadCookieYes({ analytics: true })
    expect(start(cookieYes({ analytics: 'analytics', toString: 'messaging' } as never)).told).toEqual([
      { analytics: true },
    ])
  })
})
