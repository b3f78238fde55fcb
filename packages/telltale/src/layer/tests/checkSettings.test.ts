import { consent } from '../../consent.ts'
import { describe, expect, it } from 'vitest'
import { accounts } from '../../accounts.ts'
import { traits } from '../../traits.ts'
import { visitor } from '../../visitor.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { readSettings, settingsProblem } from '../checkSettings.ts'
import { unknownSettings } from '../reportSettings.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import type { Settings } from '../settings.ts'

const ids = { internal: 'p-1', external: 'p-2' }
const settings = {
  promotion: 'sandbox',
  app: { name: 'Rental Desk' },
  api: { production: 'https://a', staging: 'https://b', sandbox: 'https://c' },
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => 't' },
} satisfies Settings

const problemOf = (given: unknown) => settingsProblem(readSettings(given))

const withParts = (parts: object) => ({ ...settings, ...parts }) as Settings

describe('settings', () => {
  it('complete settings are valid', () => expect(problemOf(settings)).toBeUndefined())

  it.each([undefined, null, 'production'])('settings that are not an object are invalid: %s', (nothing) => {
    expect(problemOf(nothing)).toBe('Set app.name to the name of the application. (T22)')
  })

  it('the values for the identity are valid, and may be null or undefined', () => {
    const own = { accounts: accounts(() => ({})), traits: traits(() => ({})), visitor: visitor() }
    expect(problemOf(withParts({ identity: own }))).toBeUndefined()
    for (const none of [undefined, null])
      expect(problemOf(withParts({ identity: { accounts: none, traits: none, visitor: none } }))).toBeUndefined()
  })

  it('a part may be null or undefined', () => {
    const none = { flags: null, analytics: null, messaging: undefined, destinations: null, observers: null }
    expect(problemOf(withParts(none))).toBeUndefined()
  })

  it.each([
    [true, { internal: 'p-1' }],
    [true, { internal: 'p-1', external: '' }],
    [false, { external: 'p-2' }],
    [undefined, { external: 'p-2', internal: undefined }],
  ])('with app.internal %s, only the project of these applications is needed: %j', (internal, own) => {
    const projects = { production: own, staging: own, sandbox: own }
    expect(problemOf(withParts({ app: { name: 'Desk', internal }, projects }))).toBeUndefined()
  })

  it.each([undefined, null, 0, 1_000, Infinity])('the limits of waiting events may be %s', (amount) => {
    expect(problemOf(withParts({ events: { maxBytes: amount, flagsDeadlineMs: amount } }))).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['no app', { app: undefined }, 'Set app.name to the name of the application. (T22)'],
    ['no app name', { app: { name: '' } }, 'Set app.name to the name of the application. (T22)'],
    ['a blank name as the app', { app: ' ' }, 'Set app.name to the name of the application. (T22)'],
    ['a blank address', { api: ' ' }, 'Set api to an address. (T22)'],
    ['a blank project', { projects: '\t' }, 'Set projects'],
    ['an empty name as the app', { app: '' }, 'Set app.name to the name of the application. (T22)'],
    ['no API', { api: undefined }, 'Set api to an address. (T22)'],
    ['no API for one level', { api: { ...settings.api, staging: '' } }, 'Set api.staging'],
    ['a project that is not a text', { projects: 1 }, 'Set projects.production.external'],
    [
      'an identity beside who-am-i',
      { identity: { person: () => null } },
      'Set identity, or api and auth, but not both. (T23)',
    ],
    [
      'a person that is not a function',
      { api: null, auth: null, identity: { person: {} } },
      'Set identity.person to a',
    ],
    ['a visitor that is a boolean', { identity: { visitor: true } }, 'Set identity.visitor to visitor() of telltale/v'],
    [
      'a function as the accounts',
      { identity: { accounts: () => ({}) } },
      'Set identity.accounts to accounts(function) of telltale/accounts. (T22)',
    ],
    [
      'a function as the traits',
      { identity: { traits: () => ({}) } },
      'Set identity.traits to traits(function) of telltale/traits. (T22)',
    ],
    [
      'accounts without a function',
      { identity: { accounts: accounts(undefined as never) } },
      'Set identity.accounts to accounts(function)',
    ],
    [
      'traits without a function',
      { identity: { traits: traits(undefined as never) } },
      'Set identity.traits to traits(function)',
    ],
    [
      'accounts as the traits',
      { identity: { traits: accounts(() => ({})) } },
      'Set identity.traits to traits(function)',
    ],
    ['an identity token that is not a function', { auth: { token: () => 't', idToken: 'secret' } }, 'Set auth.idToken'],
    ['no token beside an API', { auth: undefined }, 'Set auth.token'],
    [
      'no project for one level',
      { projects: { ...settings.projects, sandbox: undefined } },
      'Set projects.sandbox.external',
    ],
    [
      'no external project',
      { projects: { ...settings.projects, production: { internal: 'p-1' } } },
      'Set projects.production.external',
    ],
    [
      'no internal project of an internal product',
      { app: { name: 'Desk', internal: true }, projects: { ...settings.projects, staging: { external: 'p-2' } } },
      'Set projects.staging.internal',
    ],
    ['no token', { auth: {} }, 'Set auth.token'],
    ['a token that is not a function', { auth: { token: 'secret' } }, 'Set auth.token'],
    ['an invalid destination', { destinations: [{}] }, 'Set destinations'],
    [
      'a destination without `deliver`',
      { destinations: [{ name: 'ours' }] },
      'Set destinations to a list of destinations',
    ],
    ['a function as a destination', { destinations: [() => ({})] }, 'Set destinations to a list of destinations'],
    ['a function as a vendor', { analytics: () => ({}) }, 'Set analytics to what heap('],
    ['a destination that is not in a list', { destinations: () => ({}) }, 'Set destinations to a list of destinations'],
    ['invalid observers', { observers: { consoleLink: true } }, 'Set observers to a list of observers'],
    ['flags that are not a part', { flags: { clientSideId: 'env-1' } }, 'Set flags to what launchDarkly('],
    ['a vendor that is not a part', { messaging: 'app-1' }, 'Set messaging to what intercom('],
    ['a budget below zero', { events: { maxBytes: -1 } }, 'Set events.maxBytes to a number. (T22)'],
    ['a budget that is not a number', { events: { maxBytes: NaN } }, 'Set events.maxBytes'],
    ['a deadline that is a string', { events: { flagsDeadlineMs: '5s' } }, 'Set events.flagsDeadlineMs to a number'],
  ])('settings with %s are invalid, and the problem says what to do', (_title, parts, sentence) => {
    expect(problemOf(withParts(parts))).toMatch(sentence)
    expect(problemOf(withParts(parts))).not.toMatch('secret')
  })
})

describe('names of settings', () => {
  const all: Required<Settings> = {
    ...settings,
    app: { name: 'Rental Desk', platform: 'web', multiPage: false, internal: true },
    auth: { token: () => 't', idToken: () => 'i' },
    identity: { person: () => null },
    flags: undefined as never,
    analytics: undefined as never,
    monitoring: undefined as never,
    messaging: undefined as never,
    destinations: [],
    events: { flagsDeadlineMs: 1, maxBytes: 1 },
    consent: consent(),
    observers: [],
    silent: true,
    definitions: {},
  }

  it('all settings are known', () => expect(unknownSettings(all)).toEqual([]))

  it('a mistyped name is reported with its group, and the layer starts', () => {
    const platform = fakePlatform()
    const app = { name: 'Rental Desk', multipage: true }
    createTelltaleAtOnce({ ...settings, app, destination: [], theme: 'dark' } as Settings, platform).close()
    expect(platform.logged).toContain(
      'Telltale (settings): Unknown settings are ignored: app.multipage (app.multiPage?), destination (destinations?), theme. (T42)',
    )
  })

  it.each([
    ['flgs', 'flags'],
    ['flag', 'flags'],
    ['destnations', 'destinations'],
    ['destinaton', 'destinations'],
    ['identty', 'identity'],
    ['silnet', 'silent'],
  ])('%s is reported as %s', (name, meant) => {
    expect(unknownSettings({ app: 'Desk', [name]: 1 })).toEqual([`${name} (${meant}?)`])
  })

  it('a name inside a group is corrected too', () => {
    expect(unknownSettings({ auth: { tokn: () => 't' }, identity: { persno: () => null } })).toEqual([
      'auth.tokn (auth.token?)',
      'identity.persno (identity.person?)',
    ])
  })

  it('a setting that is given is not suggested', () => {
    expect(unknownSettings({ app: 'Desk', ap: 'https://a' })).toEqual(['ap (api?)'])
    expect(unknownSettings({ flags: {}, flgs: 1 })).toEqual(['flgs'])
  })

  it.each(['foo', 'theme', 'path', 'user'])('nothing is suggested for %s', (name) => {
    expect(unknownSettings({ app: 'Desk', [name]: 1 })).toEqual([name])
  })
})
