import { expect, test } from 'vitest'
import { isIgnored } from './isIgnored.ts'

test.each([
  ['.env*', true],
  ['.env.*', true],
  ['.env.development', true],
  ['/.env*', true],
  ['**/.env.*', true],
  ['.env.d?velopment', true],
  ['.env.[cd]evelopment', true],
  ['*.development', true],
  ['.env*  ', true],
  ['# env files\r\n.env*\r\n', true],
  ['.env*\n!.env.example', true],
  ['!.env.development\n.env*', true],
  ['', false],
  ['.env', false],
  ['.env.local', false],
  ['.env*.local', false],
  ['# .env*', false],
  ['.env.development/', false],
  ['config/.env*', false],
  ['.env*\n!.env.development', false],
  ['.env*\n!/.env.*', false],
  ['xenv.development', false],
  ['.env.[', false],
])('with %j in .gitignore, git ignores .env.development: %s', (text, expected) => {
  expect(isIgnored('.env.development', text)).toBe(expected)
})
