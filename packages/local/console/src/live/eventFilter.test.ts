import { describe, expect, test } from 'vitest'
import { eventFilter, isFiltering, NO_FILTER, SHOW_CHOICES, type EventFilter } from './eventFilter.ts'
import { eventLine, type EventLine } from './eventLine.ts'
import type { LifeStep } from '../../../src/protocol/eventLife.ts'

const users = [{ token: 't', identity: { unique_identity: 'u1', user_name: 'Dana Whitfield' } }]

interface More {
  readonly steps?: readonly LifeStep[]
  readonly copies?: number
  readonly late?: number
  readonly impersonator?: string
  readonly app?: string
}

function line({ steps = [], copies = 0, late = 0, impersonator, app = '' }: More = {}): EventLine {
  const properties = { total: 1200, 'LDFF: new_pricing': true }
  const identity = { id: 'u1', ...(impersonator !== undefined && { impersonator }) }
  const event = { id: 'e1', name: 'Quote sent', at: 1000, url: '', properties, identity }
  const life = { id: 'e1', tab: 'tab-1', copies, steps }
  return eventLine({ id: 'e1', stored: { event, app: { name: app }, receivedAt: 1000 + late }, life }, users)
}

const fits = (filter: Partial<EventFilter>, one: EventLine = line()) => eventFilter({ ...NO_FILTER, ...filter })(one)

describe('a filter for what a destination has refused', () => {
  const refused = { step: 'dropped', at: 2, reason: 'refused' } as const
  const steps = ['heap', 'heap eu', 'datadog'].flatMap((destination) => [
    { step: 'sent', at: 1, destination } as const,
    { ...(destination === 'datadog' ? ({ step: 'acknowledged', at: 2 } as const) : refused), destination },
  ])
  test.each([
    ['refused:heap', true],
    ['refused:"Heap eu"', true],
    ['refused:hea', false],
    ['refused:datadog', false],
    ['refused:heap app:desk', true],
    ['refused:heap app:"rental desk"', true],
    ['app:other', false],
  ])('%j matches: %j', (typed, isFitting) => {
    expect(fits({ typed }, line({ steps, app: 'Rental Desk' }))).toBe(isFitting)
  })
})

describe('a typed filter', () => {
  const steps = [{ step: 'sent', at: 1, destination: 'heap' }] as const
  const sent = line({ impersonator: 'm@i.example', steps })
  test.each([
    '',
    '  ',
    'name:',
    'quote is:',
    'quote',
    'DANA',
    'u1',
    'm@i',
    'new_pricing=true',
    'sent dana',
    'total=1200',
    'e1',
    'name:quote',
    'user:dana',
    'user:m@i',
    'flag:new_pricing=t',
    'flag:new-pricing=true',
    'flag:newPricing',
    'new-pricing=true',
    'has:total=12',
    'to:heap',
    'is:sent',
    'is:waiting',
  ])('%j matches the event', (typed) => expect(fits({ typed }, sent)).toBe(true))

  test.each([
    'fleet',
    'new_pricing=false',
    'quote luis',
    'pricing',
    'name:dana',
    'user:quote',
    'flag:total',
    'flag:new-pricing=false',
    'flag:-',
    'old-pricing',
    'has:new_pricing',
    'to:collector',
    'is:dropped',
  ])('%j does not match the event', (typed) => expect(fits({ typed }, sent)).toBe(false))

  test('an unknown word before a colon is searched as plain text', () => {
    expect(fits({ typed: 'at:once' })).toBe(false)
  })
})

describe('a selected filter', () => {
  const of = (step: LifeStep['step']) => line({ steps: [{ step, at: 1, destination: 'quotes' }] })
  test.each<[string, EventLine]>([
    ['waiting', of('sent')],
    ['arrived', of('acknowledged')],
    ['arrived', line()],
    ['not delivered', of('dropped')],
    ['late', line({ late: 60_000 })],
    ['again', line({ copies: 2 })],
    ['impersonated', line({ impersonator: 'm' })],
  ])('%s', (show, one) => {
    const shown = SHOW_CHOICES.filter((choice) => fits({ show: choice }, one))
    expect(shown).toContain(show)
    expect(shown).toContain('all')
    // Late or repeated events can be in any stage of delivery.
    expect(shown.length).toBeLessThanOrEqual(3)
  })
})

test('follows a person or a tab', () => {
  expect([fits({ user: 'u1' }), fits({ user: 'u2' })]).toEqual([true, false])
  expect([fits({ tab: 'tab-1' }), fits({ tab: 'tab-2' })]).toEqual([true, false])
})

test('shows the events of a span of time, without its end', () => {
  const times = [9, 10, 19, 20].filter((at) => fits({ between: { from: 10, to: 20 } }, { ...line(), at }))
  expect(times).toEqual([10, 19])
})

test('reports whether it excludes any events', () => {
  expect(isFiltering({ ...NO_FILTER, typed: ' ' })).toBe(false)
  for (const more of [
    { typed: 'a' },
    { show: 'late' },
    { user: 'u' },
    { tab: 't' },
    { between: { from: 1, to: 2 } },
  ] as const)
    expect(isFiltering({ ...NO_FILTER, ...more })).toBe(true)
})
