import { describe, expect, test } from 'vitest'
import { duration, eventLine, inShort, matches } from './eventLine.ts'

const users = [{ token: 't', identity: { unique_identity: 'u1', user_name: 'Dana Whitfield' } }]

function line(
  more: { properties?: Record<string, unknown>; identity?: { id?: string; impersonator?: string } },
  late = 0,
) {
  const event = { id: '1', name: 'Quote sent', at: 1000, url: '', properties: {}, identity: {}, ...more }
  return eventLine({ event, app: {}, receivedAt: 1000 + late }, users)
}

describe('eventLine', () => {
  test('tells flags from other properties', () => {
    const { flags, properties } = line({ properties: { total: 1, 'LDFF: new_pricing': true } })
    expect(flags).toEqual([{ name: 'new_pricing', value: true }])
    expect(properties).toEqual([{ name: 'total', value: 1 }])
  })

  test('names the person, else the id, else nobody', () => {
    expect(line({ identity: { id: 'u1' } }).who.name).toBe('Dana Whitfield')
    expect(line({ identity: { id: 'u2' } }).who.name).toBe('u2')
    expect(line({}).who.name).toBe('Nobody known')
  })

  test('remarks only on a delivery that took long', () => {
    expect(line({}, 3000).lateMs).toBeUndefined()
    expect(line({}, 60_000).lateMs).toBe(60_000)
  })
})

describe('matches', () => {
  const sent = line({ identity: { id: 'u1', impersonator: 'm@i.example' }, properties: { 'LDFF: new_pricing': true } })
  test.each(['', '  ', 'quote', 'DANA', 'u1', 'm@i', 'new_pricing=true', 'sent dana'])('finds %j', (typed) => {
    expect(matches(sent, typed)).toBe(true)
  })
  test.each(['fleet', 'new_pricing=false', 'quote luis'])('does not find %j', (typed) => {
    expect(matches(sent, typed)).toBe(false)
  })
})

test.each([
  ['text', 'text'],
  [true, 'true'],
  [null, 'null'],
  [{ a: 1 }, '{…}'],
  [[1], '[…]'],
])('inShort says %j as %j', (value, text) => {
  expect(inShort(value)).toBe(text)
})

test.each([
  [11_000, '11 s'],
  [150_000, '3 min'],
  [7_200_000, '2 h'],
  [260_000_000, '3 d'],
])('duration says %d ms as %j', (ms, text) => {
  expect(duration(ms)).toBe(text)
})
