import { describe, expect, test } from 'vitest'
import type { EventRow } from '../feed/eventRows.ts'
import { eventLine, eventLines } from './eventLine.ts'

const users = [
  { token: 't', identity: { unique_identity: 'u1', user_name: 'Dana Whitfield' } },
  { token: 'm', identity: { unique_identity: 'u9', user_name: 'Marcus Webb', email_address: 'm@i.example' } },
]

function line(
  more: { properties?: Record<string, unknown>; identity?: { id?: string; impersonator?: string } },
  late = 0,
) {
  const event = { id: '1', name: 'Quote sent', at: 1000, url: '', properties: {}, identity: {}, ...more }
  return eventLine({ id: '1', stored: { event, app: { name: '' }, receivedAt: 1000 + late }, life: undefined }, users)
}

describe('eventLine', () => {
  test('separates flags from other properties', () => {
    const { flags, properties } = line({ properties: { total: 1, 'LDFF: new_pricing': true } })
    expect(flags).toEqual([{ name: 'new_pricing', value: true }])
    expect(properties).toEqual([{ name: 'total', value: 1 }])
  })

  test('shows the person’s name, or the id, or that there is none', () => {
    expect(line({ identity: { id: 'u1' } }).who.name).toBe('Dana Whitfield')
    expect(line({ identity: { id: 'u2' } }).who.name).toBe('u2')
    expect(line({}).who.name).toBe('No user')
  })

  test.each([
    [['happened'], 'User not known yet'],
    [['happened', 'pending'], 'User not known yet'],
    [['happened', 'pending', 'completed'], 'No user'],
    [['happened', 'completed', 'stored'], 'No user'],
  ] as const)('an event without a user that only a page has reported, after %j: %s', (names, name) => {
    const steps = names.map((step, at) => ({ step, at }))
    expect(eventLine({ id: '2', stored: undefined, life: { id: '2', steps, copies: 0 } }, users).who.name).toBe(name)
  })

  test.each([
    // Of a page of an earlier version, which gives no reason.
    [undefined, 'User not known yet', 'No user'],
    ['resolving', 'User not known yet', 'No user'],
    ['signed-out', 'Signed out', 'Signed out'],
    ['failed', 'Identification failed', 'Identification failed'],
  ] as const)(
    'an event without a user whose page says %j: while it waits %s, and when it is complete %s',
    (noUser, waiting, complete) => {
      const steps = [
        { step: 'happened', at: 5 },
        { step: 'pending', at: 6 },
      ] as const
      const life = { id: '2', copies: 0, ...(noUser && { noUser }) }
      const nameOf = (row: Partial<EventRow>) =>
        eventLine({ id: '2', stored: undefined, life: undefined, ...row }, users).who.name
      const event = { id: '2', name: 'n', at: 5, url: '', properties: {}, identity: {} }
      expect(nameOf({ life: { ...life, steps } })).toBe(waiting)
      expect(nameOf({ life: { ...life, steps: [...steps, { step: 'completed', at: 7 }] } })).toBe(complete)
      expect(nameOf({ life: { ...life, steps }, stored: { event, app: { name: '' }, receivedAt: 9 } })).toBe(complete)
    },
  )

  test.each([
    ['new_pricing', ['new-pricing'], 'new-pricing'],
    ['new_pricing', ['newPricing', 'other'], 'newPricing'],
    ['quote_layout_2', ['Quote layout 2'], 'Quote layout 2'],
    // In two environments, it is the same flag.
    ['new_pricing', ['new-pricing', 'new-pricing'], 'new-pricing'],
    ['new_pricing', ['new-pricing', 'newPricing'], 'new_pricing'],
    ['gone', ['new-pricing'], 'gone'],
  ])('the flag %s of an event, with the flags %j, is shown as %s', (name, keys, key) => {
    const event = { id: '1', name: 'n', at: 1, url: '', properties: { [`LDFF: ${name}`]: true }, identity: {} }
    const shown = eventLine(
      { id: '1', stored: { event, app: { name: '' }, receivedAt: 2 }, life: undefined },
      users,
      keys,
    )
    expect(shown.flagsByKey).toEqual([{ name: key, value: true }])
  })

  test('shows the name of the impersonator if they can sign in', () => {
    expect(line({ identity: { id: 'u1', impersonator: 'm@i.example' } }).who.looker).toBe('Marcus Webb')
    expect(line({ identity: { id: 'u1', impersonator: 'else@i.example' } }).who.looker).toBe('else@i.example')
    expect(line({ identity: { id: 'u1' } }).who.looker).toBeUndefined()
  })

  test('reports a delay only if the delivery took long', () => {
    expect(line({}, 3000).lateMs).toBeUndefined()
    expect(line({}, 60_000).lateMs).toBe(60_000)
  })

  test('shows an event that only a page has reported', () => {
    const steps = [{ step: 'happened', at: 5 }] as const
    const life = { id: '2', name: 'Fleet viewed', tab: 'a', identity: 'u1', steps, copies: 0 }
    expect(eventLine({ id: '2', stored: undefined, life }, users)).toMatchObject({
      name: 'Fleet viewed',
      at: 5,
      tab: 'a',
      who: { name: 'Dana Whitfield' },
    })
  })
})

test('an event whose name no page has reported is one of an earlier page', () => {
  const steps = [{ step: 'sent', at: 5, destination: 'collector' }] as const
  const life = { id: '2', tab: 'a', steps, copies: 0 }
  expect(eventLine({ id: '2', stored: undefined, life }, users).name).toBe('Event of an earlier page')
})

test('eventLines creates the line of a row once', () => {
  const row = { id: '1', stored: undefined, life: undefined }
  const of = eventLines(users)
  expect(of(row)).toBe(of(row))
  expect(of({ ...row })).not.toBe(of(row))
})
