import { expect, it } from 'vitest'
import { pathPattern } from './pathPattern.ts'

it.each([
  ['https://app.test/', '/'],
  ['https://app.test', '/'],
  ['https://app.test/quotes?a=/b#/c', '/quotes'],
  ['https://app.test/quotes/17', '/quotes/:id'],
  ['https://app.test/quotes/17/lines/3/', '/quotes/:id/lines/:id/'],
  ['https://app.test/api/v1/new-quote', '/api/v1/new-quote'],
  ['https://app.test/q/0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10', '/q/:id'],
  ['https://app.test/q/deadbeefdeadbeefdeadbeef', '/q/:id'],
  ['https://app.test/q/eyJhbGciOi.eyJzdWIiOi.abc', '/q/:id'],
  ['https://app.test/q/QWxhZGRpbjpvcGVuIHNlc2FtZQ==', '/q/:id'],
  ['https://app.test/users/ada@first.example', '/users/:id'],
  ['https://app.test/users/ada%40first.example', '/users/:id'],
  ['https://app.test/users/ada%2540first', '/users/:id'],
  ['https://app.test/users/ada.lovelace', '/users/:id'],
  ['https://app.test/%E0%A4%A/x', '/:id/x'],
  ['https://app.test/%C3%BCber/uns', '/%C3%BCber/uns'],
  ['https://app.test/ord_x7Gk2', '/:id'],
  ['https://app.test/2026/11', '/:id/:id'],
  ['file:', '/'],
  ['', '/'],
])('the pattern of %s is %s', (url, pattern) => {
  expect(pathPattern(url)).toBe(pattern)
})

it('takes no time that grows faster than the address', () => {
  const began = performance.now()
  for (const part of ['a', '-', 'é', '/', '%41', '?', '//']) pathPattern(`https://app.test/${part.repeat(100_000)}`)
  expect(performance.now() - began).toBeLessThan(2_000)
})
