import { describe, expect, it } from 'vitest'
import { redactor } from './redact.ts'

const clean = redactor()
const of = (text: string) => clean(text)

describe('a text', () => {
  it.each([
    ['ann@example.com', '[email]'],
    ['Mail to jürgen.groß+x@münchen.example.de, please', 'Mail to [email], please'],
    ['/users/ann%40example.com/quotes', '/users/[email]/quotes'],
    ['?next=%2Fa%3Fmail%3Dann%2540example.com', /^\?next=.*\[email\]/],
    ['{"to":["ann@example.com"],"n":1}', '{"to":["[email]"],"n":1}'],
    ['card 4111 1111 1111 1111 declined', 'card [card] declined'],
    ['4111-1111-1111-1112', '4111-1111-1111-1112'],
    ['DE89 3704 0044 0532 0130 00', '[iban]'],
    ['DE00 3704 0044 0532 0130 00', 'DE00 3704 0044 0532 0130 00'],
    ['+49 151 23456789', '[phone]'],
    ['Tel. 0151 / 2345678', 'Tel. [phone]'],
    ['Authorization: Bearer abcdefghijkl', /^Authorization: \[/],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def', '[jwt]'],
    ['sk_live_51H8abcDEFghi', '[key]'],
    ['utm_content=token%3Dabc123def', /^utm_content=.*\[/],
    ['/share/aB3xK9mQ2pLw8ZrT5vYn', '/share/[secret]'],
    ['password: hunter22', 'password: [secret]'],
    ['3f2b8c1e-7a4d-4e9b-8f1a-2c3d4e5f6a7b', '3f2b8c1e-7a4d-4e9b-8f1a-2c3d4e5f6a7b'],
    ['Quote 2026-11-30 for 1,200.00 EUR', 'Quote 2026-11-30 for 1,200.00 EUR'],
    ['2026-11-30T00:31:16.922Z', '2026-11-30T00:31:16.922Z'],
    ['/quotes/1042/lines', '/quotes/1042/lines'],
    ['ExcavatorRentalAgreementTemplate2026', 'ExcavatorRentalAgreementTemplate2026'],
    ['1732926676000', '1732926676000'],
    ['1440x900', '1440x900'],
  ])('%s', (text, expected) => {
    if (typeof expected === 'string') expect(of(text)).toBe(expected)
    else expect(of(text)).toMatch(expected)
  })
})

describe('a value', () => {
  it('without a finding is the same object', () => {
    const value = { a: [1, 'two', { three: null }], b: true }
    expect(clean(value)).toBe(value)
  })

  it('loses what stands under the name of a secret, at any depth, and the names of properties', () => {
    expect(clean({ user: { password: 'x', apiKey: 'y', token: true }, 'ann@example.com': 1 })).toEqual({
      user: { password: '[secret]', apiKey: '[secret]', token: true },
      '[email]': 1,
    })
  })

  it('loses a card that is a number', () => {
    expect(clean({ card: 4111111111111111, at: 1732926676000 })).toEqual({ card: '[card]', at: 1732926676000 })
  })

  it('can lose its property, or keep a digest of it', () => {
    expect(redactor({ mode: 'drop' })({ to: 'ann@example.com', n: 1 })).toEqual({ n: 1 })
    const hash = redactor({ mode: 'hash', salt: 'of ours' })
    const { to, from } = hash({ to: 'ann@example.com', from: 'ann@example.com' })
    expect(to).toBe(from)
    expect(to).toMatch(/^\[email:\w+\]$/)
    expect(redactor({ mode: 'hash', salt: 'other' })(to)).not.toContain('ann')
  })
})
