import { describe, expect, it } from 'vitest'
import { cookiebot } from '../consent-cookiebot.ts'
import { cookieYes } from '../consent-cookieyes.ts'
import { oneTrust } from '../consent-onetrust.ts'
import type { Purposes } from './toolReader.ts'

const READERS = { oneTrust, cookiebot, cookieYes } as Readonly<Record<string, (given?: unknown) => unknown>>

describe.each(Object.entries(READERS))('%s()', (what, reader) => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['a text', 'statistics', ''],
    ['a list', ['statistics'], ''],
    ['no category', {}, ''],
    ['a category without a purpose', { statistics: undefined }, 'statistics'],
    ['an empty purpose', { statistics: '' }, 'statistics'],
    ['a purpose that is no text', { statistics: true }, 'statistics'],
    ['an empty list', { statistics: 'analytics', marketing: [] }, 'marketing'],
    ['a list with a number', { statistics: ['analytics', 7] }, 'statistics'],
    ['the purpose that needs no consent', { statistics: ['analytics', 'necessary'] }, 'statistics'],
    [
      'a getter that throws',
      {
        get statistics(): Purposes {
          throw new Error('secret')
        },
      },
      'statistics',
    ],
  ])('with %s is an error at the start', (_title, given, category) => {
    expect(() => reader(given)).toThrow(
      `Telltale cannot start. Set categories${category && `.${category}`} of ${what}() to purposes other than necessary, for a category of the tool. (T167)`,
    )
  })

  it('starts on a server, where no tool is, and tells nothing', () => {
    const told: unknown[] = []
    const { start } = reader({ statistics: 'analytics' }) as ReturnType<typeof oneTrust>
    start((choices) => told.push(choices))()
    expect(told).toEqual([])
  })
})

it('cookiebot() with a category that Cookiebot does not have is an error at the start', () => {
  expect(() => cookiebot({ statistic: 'analytics' } as never)).toThrow(
    'Set categories.statistic of cookiebot() to purposes',
  )
})
