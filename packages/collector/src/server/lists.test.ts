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
