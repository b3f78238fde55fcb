import { expect, test } from 'vitest'
import { listOf, originOf } from './lists.ts'

test.each([
  [['https://a.example.com', 'https://b.example.com']],
  [['https://a.example.com,https://b.example.com']],
  [[' https://a.example.com , https://b.example.com, ']],
])('%j is a list of two', (given) => {
  expect(listOf(given)).toEqual(['https://a.example.com', 'https://b.example.com'])
})

test('an option that is not given is an empty list', () => {
  expect(listOf()).toEqual([])
})

test.each([
  'https://app.example.com',
  'http://localhost:4800',
  'https://[::1]:8443',
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'safari-web-extension://5B0E3C0A-9A57-4C1E-8A4B-0A2C7C5D9E11',
])('%s is an origin that a browser sends', (origin) => {
  expect(originOf(origin)).toBe(origin)
})

test.each([
  'https://app.example.com/',
  'HTTPS://app.example.com',
  'https://app.example.com:443',
  'app.example.com',
  'file://x',
  'null',
  'capacitor://localhost/a',
  '*',
  '',
])('%j is no origin, and the message says what one is like', (text) => {
  expect(() => originOf(text)).toThrow('must be like https://app.example.com, without a path')
})

test.each(['https://*.example.com', 'https://app.*', 'capacitor://*'])(
  '%s could never match, and the message says that a star stands for nothing',
  (text) => {
    expect(() => originOf(text)).toThrow(/^The origin .* must be like .*: a \* stands for nothing/)
  },
)
