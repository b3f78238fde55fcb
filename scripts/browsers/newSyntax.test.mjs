import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newSyntax } from './newSyntax.mjs'

const folder = mkdtempSync(join(tmpdir(), 'new-syntax-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @param {string} text @param {import('./oldestVersions.mjs').Versions} versions */
function judge(text, versions) {
  const path = join(folder, 'built.js')
  writeFileSync(path, text)
  return newSyntax([path], versions).then((findings) => findings.map((one) => one.replace(`${path}  `, '')))
}

test('syntax that a browser knows is no finding', async () => {
  expect(await judge('export const a = (b) => b?.c ?? 1', { Safari: '15.4', Firefox: '92' })).toEqual([])
})

test('syntax that is younger than a browser is named with the browser', async () => {
  expect(await judge('export const a = (b) => (b.c ??= 1)', { Chrome: '93', Firefox: '78' })).toEqual([
    'Firefox 78 does not know the syntax of: export const a = (b) => b.c ??= 1;',
  ])
})

test('a regular expression that is younger than a browser is named with the browser', async () => {
  expect(await judge('export const a = /(?<=b)c/', { Safari: '15.4' })).toEqual([
    'Safari 15.4 does not know the syntax of: export const a = /(?<=b)c/;',
  ])
})
