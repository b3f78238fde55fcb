import { describe, expect, it } from 'vitest'
import { redactor } from './redactor.ts'

describe('a mask', () => {
  const hash = redactor({ mode: 'hash', salt: 'of ours' })

  it.each(['[secret]', '[nested]', '[email]', '[email~ab12]', '[card~00ff]', ''])(
    'is no secret, whatever its name says: %s',
    (password) => expect([redactor()({ password }), hash({ password })]).toEqual([{ password }, { password }]),
  )

  it.each(['[hunter]', 'x[secret]', '[secret]x', '[s]', '[]', '[secret~!]', '[secret~', '[secret]['])(
    'is none that is not made by it: %s',
    (password) => {
      expect(redactor()({ password })).toEqual({ password: '[secret]' })
      expect(hash({ password }).password).toMatch(/^\[secret~\w+\]$/)
    },
  )

  it.each([{ password: 'hunter22' }, 'password=hunter22', 'Bearer abcdefg1', { note: 'aB3xK9mQ2pLw8ZrT5vYn' }])(
    'with a digest stays as it is when it is read again: %j',
    (value) => expect(hash(hash(value))).toEqual(hash(value)),
  )

  it('may have the name of a detector of the application', () => {
    const own = redactor({ detectors: [{ name: 'member', pattern: /M-\d{4}/ }], mode: 'hash', salt: 'of ours' })
    expect(own({ password: '[member~ab12]' })).toEqual({ password: '[member~ab12]' })
  })

  it('has the same digest for the same value, as a text or behind its name, and another one for another value', () => {
    const { password } = hash({ password: 'hunter22' })
    expect(hash('password=hunter22')).toBe(`password=${password}`)
    const { passwords, tokens } = hash({ passwords: { a: 1 }, tokens: { b: 2 } })
    expect(passwords).not.toEqual(tokens)
  })
})

describe('the places', () => {
  it('of what is found are told by their names', () => {
    const found: unknown[] = []
    redactor()(
      { user: { contacts: ['ann@example.com'], password: 'x' }, 'ben@example.com': 'cid@example.com' },
      (...one) => found.push(one),
    )
    redactor()('ann@example.com', (...one) => found.push(one))
    expect(found).toEqual([
      ['email', 'user.contacts'],
      ['secret', 'user.password'],
      ['email', ''],
      ['email', '[email]'],
      ['email', ''],
    ])
  })

  it('that are dropped are not there at all', () => {
    const drop = redactor({ mode: 'drop' })
    expect(drop({ a: { to: 'ann@example.com', n: 1 }, 'ann@example.com': 1 })).toStrictEqual({ a: { n: 1 } })
  })
})

describe('the mode', () => {
  it.each(['masks', 'unmask', 'hashed', '', 'drop '])('is mask, hash or drop, and not: %s', (mode) => {
    expect(() => redactor({ mode: mode as never, salt: 'x' })).toThrow('(T189)')
  })
})

describe('detectors', () => {
  it('that are named are the only ones of the library', () => {
    const text = 'ann@example.com has 4111 1111 1111 1111'
    expect(redactor({ detectors: ['card'] })(text)).toBe('ann@example.com has [card]')
    expect(redactor({ detectors: ['email', 'card'] })(text)).toBe('[email] has [card]')
  })

  it('of the application are added to those of the library, and find what no other one would look at', () => {
    const member = { name: 'member', pattern: /M-\d{4}/ }
    expect(redactor({ detectors: [member] })('M-1234 of ann@example.com')).toBe('[member] of [email]')
    expect(redactor({ detectors: ['email', member] })('of M-1234')).toBe('of [member]')
    expect(redactor({ detectors: [member] })({ 'M-1234': 1 })).toEqual({ '[member]': 1 })
  })

  it('may find nothing, or a group', () => {
    expect(redactor({ detectors: [{ name: 'own', pattern: /x*/ }] })('a xx b')).toBe('a [own] b')
    expect(redactor({ detectors: [{ name: 'own', pattern: /no (\d+)|all/ }] })('no 17, all')).toBe('no [own], [own]')
  })

  it.each<[string, () => unknown, string]>([
    ['true', () => true, '[member]'],
    ['nothing', () => undefined, '[member]'],
    ['false', () => false, 'M-1234'],
    [
      'an exception',
      () => {
        throw new Error('not ready')
      },
      '[member]',
    ],
  ])('keep what they have found only if isValid returns false: %s', (_title, isValid, expected) => {
    const member = { name: 'member', pattern: /M-\d{4}/, isValid: isValid as () => boolean }
    expect(redactor({ detectors: [member] })('M-1234')).toBe(expected)
  })
})
