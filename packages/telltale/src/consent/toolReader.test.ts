import { describe, expect, it } from 'vitest'
import { cookiebot } from '../consent-cookiebot.ts'
import { cookieYes } from '../consent-cookieyes.ts'
import { oneTrust } from '../consent-onetrust.ts'
import { type IsAllowed, type Purposes, type Tool, toolReader } from './toolReader.ts'

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

/** A tool whose events are `changed`, on a page where a listener can be called, and what its reader tells. */
function startTool(read: Tool['read'], given: Readonly<Record<string, Purposes>>, more: Partial<Tool> = {}) {
  const told: unknown[] = []
  let heard: readonly string[] = []
  let look = () => {}
  const page = {
    global: () => undefined,
    listen(events: readonly string[], listener: () => void) {
      heard = events
      look = listener
      return () => (look = () => {})
    },
  }
  const reader = toolReader({ what: 'tool', name: 'tool', events: ['changed'], read, ...more }, given, page)
  const stop = reader.start((...all) => told.push(all))
  return { name: reader.name, told, heard, look: () => look(), stop }
}

describe('a reader', () => {
  const allowing =
    (...names: readonly string[]): Tool['read'] =>
    () =>
    (category) =>
      names.includes(category)

  it('tells what its tool says at the start and after each event, until it is stopped', () => {
    let is = true
    const { told, heard, look, name, stop } = startTool(() => () => is, { statistics: 'analytics' })
    expect([name, heard, told]).toEqual(['tool', ['changed', 'load'], [[{ analytics: true }, undefined]]])
    is = false
    look()
    stop()
    look()
    expect(told.slice(1)).toEqual([[{ analytics: false }, undefined]])
  })

  it('allows a purpose of several categories if all of them are allowed', () => {
    const given = { a: ['analytics', 'monitoring'], b: 'analytics', c: ['messaging'] }
    expect(startTool(allowing('a', 'c'), given).told).toEqual([
      [{ analytics: false, monitoring: true, messaging: true }, undefined],
    ])
    expect(startTool(allowing('b'), given).told).toEqual([
      [{ analytics: false, monitoring: false, messaging: false }, undefined],
    ])
    expect(startTool(allowing('a', 'b'), given).told).toEqual([
      [{ analytics: true, monitoring: true, messaging: false }, undefined],
    ])
  })

  it('leaves a purpose as it is if the tool has none of its categories', () => {
    const is: IsAllowed = (category) => (category === 'a' ? true : undefined)
    expect(startTool(() => is, { a: 'analytics', b: ['analytics', 'monitoring'] }).told).toEqual([
      [{ analytics: true }, undefined],
    ])
  })

  it('tells that nobody has decided, and nothing if the tool is not there', () => {
    const failing = () => {
      throw new Error('not ready')
    }
    const started = [() => null, () => undefined, failing].map((read) => startTool(read, { statistics: 'analytics' }))
    expect(started.map(({ told }) => told)).toEqual([[[undefined, undefined]], [], []])
  })

  it.each([true, false])('tells whether the tool only assumes what it says: %s', (isAssumed) => {
    const { told } = startTool(allowing('a'), { a: 'analytics' }, { isAssumed: () => isAssumed })
    expect(told).toEqual([[{ analytics: true }, { isAssumed }]])
  })
})

it('cookiebot() with a category that Cookiebot does not have is an error at the start', () => {
  expect(() => cookiebot({ statistic: 'analytics' } as never)).toThrow(
    'Set categories.statistic of cookiebot() to purposes',
  )
})
