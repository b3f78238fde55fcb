import { expect, test } from 'vitest'
import { ensure } from './ensureBrowser.mjs'

const SENTENCE =
  'Firefox is not available, or does not start: on Debian, install it (sudo apt-get install firefox-esr); set FIREFOX_PATH.'

/** An engine that works from the beginning, once it is installed, or never. @param {'always' | 'installed' | 'never'} when @param {boolean} canInstall */
function run(when, canInstall) {
  /** @type {(readonly string[])[]} */
  const installed = []
  const works = () => when === 'always' || (when === 'installed' && installed.length > 0)
  const need = { title: 'Firefox', packages: ['firefox-esr'], otherwise: 'set FIREFOX_PATH', works }
  const sentence = ensure(need, canInstall ? (packages) => void installed.push(packages) : undefined)
  return { sentence, installed }
}

test('an engine that works is taken as it is', () => {
  expect(run('always', true)).toEqual({ sentence: undefined, installed: [] })
})

test('an engine that is missing is installed where that is possible', () => {
  expect(run('installed', true)).toEqual({ sentence: undefined, installed: [['firefox-esr']] })
})

test('a sentence says what to install where the installed engine does not work, and where nothing can be installed', () => {
  expect(run('never', true)).toEqual({ sentence: SENTENCE, installed: [['firefox-esr']] })
  expect(run('installed', false)).toEqual({ sentence: SENTENCE, installed: [] })
})
