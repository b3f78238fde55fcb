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
  expect(isIgnored('.env.development', [{ base: '', text }])).toBe(expected)
})

test.each([
  ['.telltale/', true],
  ['.telltale', true],
  ['apps/web/.telltale', true],
  ['/apps/*/.telltale/', true],
  ['apps/**', true],
  ['**/web/.telltale', true],
  ['web', true],
  ['apps/', true],
  ['apps\n!.telltale', true],
  ['/.telltale/', false],
  ['web/.telltale', false],
  ['apps/.telltale', false],
  ['.telltale\n!.telltale', false],
])('with %j in the .gitignore two folders above, git ignores .telltale/: %s', (text, expected) => {
  expect(isIgnored('apps/web/.telltale/', [{ base: '', text }])).toBe(expected)
})

test('the .gitignore of a folder decides before those above it', () => {
  const above = { base: '', text: '.env*' }
  expect(isIgnored('apps/web/.env.development', [above, { base: 'apps/web/', text: '!.env.development' }])).toBe(false)
  expect(isIgnored('apps/web/.env.development', [above, { base: 'apps/docs/', text: '!.env.development' }])).toBe(true)
})
