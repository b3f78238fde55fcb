import { describe, expect, test } from 'vitest'
import { chooseChromium, chooseHeadless } from './findChromium.mjs'

const PATH = '/opt/bin:/usr/bin'

/** @param {string[]} there @param {string} [named] @param {string} [playwrights] */
const choose = (there, named, playwrights) =>
  chooseChromium({ PATH, CHROMIUM_PATH: named }, { runs: (path) => there.includes(path), playwrights })

test.each([
  ['the variable wins', ['/my/chromium', '/usr/bin/chromium'], '/my/chromium', undefined, '/my/chromium'],
  ['then the usual names on PATH', ['/usr/bin/chromium', '/cache/pw'], undefined, '/cache/pw', '/usr/bin/chromium'],
  [
    'the free build before the branded one',
    ['/opt/bin/google-chrome', '/usr/bin/chromium'],
    undefined,
    undefined,
    '/usr/bin/chromium',
  ],
  [
    'folders in the order of PATH',
    ['/opt/bin/chromium', '/usr/bin/chromium'],
    undefined,
    undefined,
    '/opt/bin/chromium',
  ],
  [
    'then the application folder of a Mac',
    ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
    undefined,
    undefined,
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  ['then Playwright’s own', ['/cache/pw'], undefined, '/cache/pw', '/cache/pw'],
  ['an empty variable says nothing', ['/usr/bin/chromium'], '', undefined, '/usr/bin/chromium'],
])('%s', (_what, there, named, playwrights, path) => {
  expect(choose(there, named, playwrights)).toEqual({ type: 'found', path })
})

test('a name on PATH that cannot be started is passed over', () => {
  expect(choose(['/usr/bin/google-chrome'])).toEqual({ type: 'found', path: '/usr/bin/google-chrome' })
})

test('a variable that leads nowhere is an error, not a reason to take another browser', () => {
  expect(choose(['/usr/bin/chromium'], '/my/chromium')).toEqual({
    type: 'wrong',
    sentence: 'CHROMIUM_PATH is /my/chromium, but there is no browser there that can be started.',
  })
})

test('nothing found is said, with or without a PATH', () => {
  expect(choose([])).toEqual({ type: 'missing' })
  expect(chooseChromium({}, { runs: () => false, playwrights: undefined })).toEqual({ type: 'missing' })
})

describe('the Chromium for tests that need no user interface', () => {
  const shell = '/usr/bin/chromium-headless-shell'
  const chromium = '/usr/bin/chromium'

  /** @param {string[]} there @param {Record<string, string>} [env] */
  const chooseShell = (there, env) =>
    chooseHeadless({ PATH, ...env }, { runs: (path) => there.includes(path), playwrights: undefined })

  test('is the headless shell where there is one', () => {
    expect(chooseShell([chromium, shell])).toEqual({ type: 'found', path: shell })
  })

  test('is the whole browser where there is no headless shell', () => {
    expect(chooseShell([chromium])).toEqual({ type: 'found', path: chromium })
  })

  test('is the browser that a variable names', () => {
    const there = [chromium, shell, '/my/chromium', '/my/shell']
    expect(chooseShell(there, { CHROMIUM_PATH: '/my/chromium' })).toEqual({ type: 'found', path: '/my/chromium' })
    expect(chooseShell(there, { CHROMIUM_PATH: '/my/chromium', HEADLESS_CHROMIUM_PATH: '/my/shell' })).toEqual({
      type: 'found',
      path: '/my/shell',
    })
  })
})
