import { describe, expect, it } from 'vitest'
import { redactor } from './redactor.ts'

const clean = redactor()

/** Encoded so often, as an address within an address is. */
const encoded = (text: string, times: number): string =>
  times === 0 ? text : encodeURIComponent(encoded(text, times - 1))

describe('a secret behind its name in a text', () => {
  it.each([
    ['said "password": "hunter22" loudly', 'said "password": "[secret]" loudly'],
    ['password : hunter22', 'password : [secret]'],
    ['password   =   hunter22', 'password   =   [secret]'],
    ['password=token=abc', 'password=[secret]'],
    ['password=hunter22&token=abc12', 'password=[secret]&token=[secret]'],
    ['authorization: Bearer  abcdefgh', 'authorization: [secret]'],
    ['tokens: [see below]', 'tokens: [see below]'],
    ['tokens: [see 17 below]', 'tokens: [secret]'],
    ['tokens: [one, "two"] and', 'tokens: [secret] and'],
    ['tokens: ["a b"', 'tokens: [secret]'],
    ['tokens=abc123', 'tokens=[secret]'],
    ['tokens=123abc', 'tokens=[secret]'],
    ['tokens=123', 'tokens=123'],
    ['token=', 'token='],
    ['note: hunter22', 'note: hunter22'],
  ])('%s', (text, expected) => expect(clean(text)).toBe(expected))

  it('has the name that the application gives, in any case', () => {
    const own = redactor({ names: ['customer_Note'] })
    expect([own('Customer_note=hunter22'), own({ CUSTOMER_NOTE: 'x', note: 'x' })]).toEqual([
      'Customer_note=[secret]',
      { CUSTOMER_NOTE: '[secret]', note: 'x' },
    ])
  })

  it('has the name that the application gives, also below a name that may have a secret', () => {
    expect(redactor({ names: ['code'] })({ pin: { code: 'north', value: 'north' } })).toEqual({
      pin: { code: '[secret]', value: 'north' },
    })
  })
})

describe('a text with JSON', () => {
  it.each([
    ['{"password":"a b c"}', '{"password":"[secret]"}'],
    ['  {"user":{"password":"a b"}}', '{"user":{"password":"[secret]"}}'],
    ['[{"password":"a b"}]', '[{"password":"[secret]"}]'],
    ['[["a b", {"pin": 4711}]]', '[["a b",{"pin":"[secret]"}]]'],
    ['{ "at": "x @ y",  "n": 1 }', '{ "at": "x @ y",  "n": 1 }'],
    ['{to: ann@example.com', '{to: [email]'],
    ['see {"password":"a b"}', 'see {"password":"a b"}'],
  ])('%s', (text, expected) => expect(clean(text)).toBe(expected))
})

describe('an encoded text', () => {
  it.each([
    [encodeURIComponent('{"kennwört":"a b"}'), '{"kennwört":"[secret]"}'],
    ['?q=phone+0151+2345678', '?q=phone [phone]'],
    ['?q=phone+0151%202345678', '?q=phone [phone]'],
    ['?q=1+1&to=a%40b&c=d+e', '?q=1+1&to=a%40b&c=d+e'],
    ['100%, 50%zz and ann%40example.com', '100%, 50%zz and [email]'],
  ])('%s', (text, expected) => expect(clean(text)).toBe(expected))

  it('is opened five times within another one, and is gone if it is within more', () => {
    expect(clean(encoded('ann@example.com', 5))).toBe('[email]')
    expect(clean(encoded('ann@example.com', 6))).toBe('[nested]')
  })

  it('is opened as often in each part of a text or a list', () => {
    const part = encoded('ann@example.com', 5)
    expect(clean(Array.from({ length: 10 }, () => part).join(' '))).toBe('[email] '.repeat(10).trim())
    expect(clean([part, part, part])).toEqual(['[email]', '[email]', '[email]'])
  })
})

it.each([
  'ann@example.com 3f2b8c1e-7a4d-4e9b-8f1a-2c3d4e5f6a7b',
  '3f2b8c1e-7a4d-4e9b-8f1a-2c3d4e5f6a7b ann@example.com',
])('a UUID does not hide what stands beside it: %s', (text) => expect(clean(text)).not.toContain('ann'))
