import { describe, expect, it } from 'vitest'
import { readPromotion, settingsProblem } from './checkSettings.ts'
import type { Settings } from './settings.ts'

const ids = { internal: 'p-1', external: 'p-2' }
const settings: Settings = {
  promotion: 'sandbox',
  app: { name: 'Rental Desk' },
  api: { production: 'https://a', staging: 'https://b', sandbox: 'https://c' },
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => 't' },
}

const withParts = (parts: object) => ({ ...settings, ...parts }) as Settings

describe('settings', () => {
  it('are fine when complete', () => expect(settingsProblem(settings)).toBeUndefined())

  it.each([undefined, null, 'production'])('have to be there: %s', (nothing) => {
    expect(settingsProblem(nothing as unknown as Settings)).toBe('Give createTelltale its settings.')
  })

  it('may say of a part that there is none', () => {
    const none = { flags: null, analytics: null, messaging: undefined, destinations: null, observers: null }
    expect(settingsProblem(withParts(none))).toBeUndefined()
  })

  it.each([undefined, null, 0, 1_000, Infinity])('may give %s for how much, or how long, events wait', (amount) => {
    expect(settingsProblem(withParts({ events: { maxBytes: amount, flagsDeadlineMs: amount } }))).toBeUndefined()
  })

  it('may name the promotion level later', () => {
    expect(settingsProblem(withParts({ promotion: () => undefined }))).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['no promotion level', { promotion: undefined }, 'The promotion level was read before it was set'],
    ['another promotion level', { promotion: 'prod' }, 'The promotion level "prod" is unknown'],
    ['no app', { app: undefined }, 'Set app.name'],
    ['no app name', { app: { name: '' } }, 'Set app.name'],
    ['no API', { api: undefined }, 'Set api.production to the base address of the reporting API.'],
    ['no API for one level', { api: { ...settings.api, staging: '' } }, 'Set api.staging'],
    [
      'no projects',
      { projects: undefined },
      'Set projects.production.internal to the analytics project of internal products.',
    ],
    [
      'no project for one level',
      { projects: { ...settings.projects, sandbox: undefined } },
      'Set projects.sandbox.internal',
    ],
    [
      'no external project',
      { projects: { ...settings.projects, production: { internal: 'p-1' } } },
      'Set projects.production.external',
    ],
    ['no token', { auth: {} }, 'Set auth.token'],
    ['a token that is not a function', { auth: { token: 'secret' } }, 'Set auth.token'],
    ['a destination that is none', { destinations: [{}] }, 'Set destinations'],
    ['a destination that is in no list', { destinations: () => ({}) }, 'Set destinations to a list such as'],
    ['observers that are none', { observers: { consoleLink: true } }, 'Set observers to a list such as'],
    ['flags that are no part', { flags: { clientSideId: 'env-1' } }, 'Set flags to a part such as launchDarkly('],
    ['a vendor that is no part', { messaging: 'app-1' }, 'Set messaging to a part such as intercom('],
    ['a budget below zero', { events: { maxBytes: -1 } }, 'Set events.maxBytes to a number of bytes.'],
    ['a budget that is no number', { events: { maxBytes: NaN } }, 'Set events.maxBytes'],
    [
      'a deadline that is a text',
      { events: { flagsDeadlineMs: '5s' } },
      'Set events.flagsDeadlineMs to a number of milli',
    ],
    ['a promotion level that JSON cannot hold', { promotion: 1n }, 'The promotion level "1" is unknown'],
  ])('with %s say what to do', (_title, parts, sentence) => {
    expect(settingsProblem(withParts(parts))).toMatch(sentence)
    expect(settingsProblem(withParts(parts))).not.toMatch('secret')
  })
})

describe('the promotion level', () => {
  it('is read anew each time', () => {
    const config: { level?: 'staging' } = {}
    const late = () => config.level
    expect(readPromotion(late)).toEqual({
      problem: expect.stringContaining('The promotion level was read before it was set') as string,
    })
    config.level = 'staging'
    expect(readPromotion(late)).toEqual({ level: 'staging' })
  })

  it('is not set while the function that returns it throws', () => {
    const broken = () => {
      throw new Error('no configuration yet')
    }
    expect(readPromotion(broken)).toEqual({ problem: expect.stringContaining('promotion has thrown') as string })
  })
})
