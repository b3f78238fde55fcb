import { expect, test } from 'vitest'
import { chooseChromium } from './findChromium.mjs'

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
