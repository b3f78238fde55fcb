import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newSyntax } from './newSyntax.mjs'

const folder = mkdtempSync(join(tmpdir(), 'new-syntax-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['syntax that the browsers know', 'export const a = (b) => b?.c ?? 1', { Safari: '15.4', Firefox: '92' }, []],
  [
    'syntax that one does not know',
    'export const a = (b) => (b.c ??= 1)',
    { Chrome: '93', Firefox: '78' },
    ['Firefox 78'],
  ],
  ['a regular expression that one does not know', 'export const a = /(?<=b)c/', { Safari: '15.4' }, ['Safari 15.4']],
])('%s is named with the browser that does not know it', async (_what, text, versions, browsers) => {
  const path = join(folder, 'built.js')
  writeFileSync(path, text)
  const findings = await newSyntax([path], versions)
  expect(findings.map((one) => one.slice(path.length + 2).split(' does not')[0])).toEqual(browsers)
})
