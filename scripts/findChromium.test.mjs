import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, findHeadless } from './findChromium.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-chromium-'))
  vi.stubEnv('PATH', [join(folder, 'first'), join(folder, 'second')].join(delimiter))
  vi.stubEnv('CHROMIUM_PATH', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** @param {string} path @param {number} [mode] */
function put(path, mode = 0o755) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  chmodSync(file, mode)
  return file
}
const found = (/** @type {string} */ path) => ({ type: 'found', path })

test('the free build is preferred to the branded one, and the first folder of PATH to the second', () => {
  put('first/google-chrome')
  const second = put('second/chromium')
  expect(findChromium()).toEqual(found(second))
  const first = put('first/chromium')
  expect(findChromium()).toEqual(found(first))
})

test('a file on PATH that is not executable is passed over', () => {
  put('first/chromium', 0o644)
  const other = put('second/google-chrome')
  expect(findChromium()).toEqual(found(other))
})

test('the headless shell is found for tests without a user interface, and Chromium where there is none', () => {
  const chromium = put('first/chromium')
  expect(findHeadless()).toEqual(found(chromium))
  const shell = put('second/chromium-headless-shell')
  expect([findHeadless(), findChromium()]).toEqual([found(shell), found(chromium)])
})

test('CHROMIUM_PATH names the browser for all tests, and leads to an error where there is no program', () => {
  put('first/chromium')
  put('first/chromium-headless-shell')
  const mine = put('mine/chromium')
  vi.stubEnv('CHROMIUM_PATH', mine)
  expect([findHeadless(), findChromium()]).toEqual([found(mine), found(mine)])
  vi.stubEnv('CHROMIUM_PATH', '/nowhere')
  expect(findHeadless).toThrow('CHROMIUM_PATH is /nowhere, but there is no program there.')
})
