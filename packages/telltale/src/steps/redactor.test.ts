import { describe, expect, it } from 'vitest'
import { redactor } from './redactor.ts'

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
    ['Deployed 5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b12345678', 'Deployed 5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b12345678'],
    ['/share/5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b', '/share/[secret]'],
    ['/quotes?share=5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b&a=1', '/quotes?share=[secret]&a=1'],
    ['pin: north', 'pin: north'],
    ['pin: 4711', 'pin: [secret]'],
    ['auth=oidc', 'auth=oidc'],
    ['failed with passwords: ["first one", "x1"]', 'failed with passwords: [secret]'],
    ['parola d’ordine: tiger', 'parola d’ordine: [secret]'],
    ['{passwordless=true}', '{passwordless=true}'],
    ['IBAN: please enter yours', 'IBAN: please enter yours'],
    ['prompt_tokens=512', 'prompt_tokens=512'],
    ['api key: hunter22', 'api key: [secret]'],
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

  it.each([
    [{ secret: ['x'] }],
    [{ password: { old: 'hunter', new: { text: 'tiger' } } }],
    [{ tokens: ['a', 1] }],
    [{ passwords: { ann: 'x' } }],
    [{ user: [{ clientSecret: [{ a: 'x' }] }] }],
    [{ apiKeys: [['a']] }],
    [{ Kennwörter: ['x'] }],
    [{ contraseñas: ['x'] }],
    [{ password: '[hunter22]' }],
    [{ body: '{"password":["x"]}' }],
  ])('keeps nothing below the name of a secret: %j', (value) => {
    expect(JSON.stringify(clean(value))).toMatch(/^[^x]*\[secret\][^x]*$/)
    expect(JSON.stringify(clean(value))).not.toMatch(/hunter|tiger|"a"/)
    expect(clean(clean(value))).toEqual(clean(value))
  })

  it.each([
    [{ token: true, secret: null, password: '', tokens: [], credentials: {} }],
    [{ tokens: 512, max_tokens: 4096, token_type: 'Bearer', password_changed_at: '2026-11-30', tokenExpiresIn: 3600 }],
    [{ pin: 'north', auth: 'oidc', cookie: 'accepted', signature: 'yes' }],
    [{ auth: 'oauth2', signature: 'RSA-SHA256', cookies: ['theme', 'consentGiven'], pass: 'Boarding pass', pin: 3 }],
    [{ auth: { user_id: 'u-10423', method: 'saml', at: 1732926676000 } }],
    [{ commit: '5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b12345678', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' }],
    [{ 'LDFF: auth_token_v2': 'treatment', 'LDFF: reset-password': 'b' }],
    [{ id: '3f2b8c1e-7a4d-4e9b-8f1a-2c3d4e5f6a7b', other: 'ae20f116-f9aa-f38d-4739-1b349db0e9a1' }],
  ])('keeps what is no secret: %j', (value) => {
    expect(clean(value)).toBe(value)
  })

  it.each([
    [{ tokens: '471100' }],
    [{ pin: '4711' }],
    [{ pin: 4711 }],
    [{ auth: 'hunter22' }],
    [{ auth: { value: 'hunter22' } }],
    [{ cookie: 'id=a1b2c3d4' }],
    [{ cookies: ['a1b2c3d4'] }],
    [{ signature: '4bf92f3577b34da6a3ce929d0e0e4736' }],
    [{ session_id: '3f2b8c1e-7a4d-4e9b-8f1a-2c3d4e5f6a7b' }],
    [{ authorization: 'Bearer abcdefghijkl' }],
    [{ pass: 'kXbQrTzWvM' }],
  ])('loses what looks like one under a name that may have one: %j', (value) => {
    expect(JSON.stringify(clean(value))).toMatch(/"\[secret\]"|\[token\]/)
  })

  it('loses a card that is a number', () => {
    expect(clean({ card: 4111111111111111, at: 1732926676000 })).toEqual({ card: '[card]', at: 1732926676000 })
  })

  it('can lose its property or its place in a list', () => {
    const drop = redactor({ mode: 'drop' })
    expect(drop({ to: 'ann@example.com', n: 1 })).toEqual({ n: 1 })
    expect(drop({ to: ['ann@example.com', 'all', ['ben@example.com']], n: 1 })).toEqual({ to: ['all', []], n: 1 })
    expect(drop({ lines: [{ note: 'ann@example.com', sku: 'EX' }], password: { old: 'x' } })).toEqual({
      lines: [{ sku: 'EX' }],
    })
    expect(drop({ 'ann@example.com': { n: 1 } })).toEqual({})
    expect(drop('Sent to ann@example.com')).toBe('Sent to [email]')
  })

  it('can be a digest', () => {
    const hash = redactor({ mode: 'hash', salt: 'of ours' })
    const { to, from } = hash({ to: 'ann@example.com', from: 'ann@example.com' })
    expect(to).toBe(from)
    expect(to).toMatch(/^\[email~\w+\]$/)
    expect(redactor({ mode: 'hash', salt: 'other' })(to)).not.toContain('ann')
    const { tokens, passwords } = hash({ tokens: ['a'], passwords: ['b'] })
    expect(tokens).toMatch(/^\[secret~\w+\]$/)
    expect(tokens).not.toEqual(passwords)
  })

  it.each([/M-\d{4}/, /M-\d{4}/g, /M-\d{4}/y, /m-\d{4}/giy])(
    'loses what a pattern of the application finds: %s',
    (pattern) => {
      expect(redactor({ detectors: [{ name: 'member', pattern }] })({ text: 'of M-1234 and M-5678' })).toEqual({
        text: 'of [member] and [member]',
      })
    },
  )

  it.each([{}, null, 7, { name: 'x' }, { pattern: /x/ }, { name: 'x', pattern: 'x' }, { name: '', pattern: /x/ }])(
    'a detector of the application needs a name and a pattern: %j',
    (detector) => {
      expect(() => redactor({ detectors: [detector as never] })).toThrow('(T193)')
    },
  )
})
