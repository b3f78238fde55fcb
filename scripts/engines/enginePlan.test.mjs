import { expect, test } from 'vitest'
import { engineOrSentence, needs } from './enginePlan.mjs'

const debianAsRoot = { platform: 'linux', isRoot: true, hasApt: true }

/** A machine on which the engine works from the beginning, once it is installed, or never. @param {{ works: 'already' | 'installed' | 'never', installs?: boolean, machine?: typeof debianAsRoot }} world */
async function make({ works, installs = true, machine = debianAsRoot }) {
  /** @type {(readonly string[])[]} */
  const installed = []
  const result = await engineOrSentence(needs.firefox, machine, {
    works: () => works === 'already' || (works === 'installed' && installed.length > 0),
    install: async (packages) => {
      installed.push(packages)
      return installs
    },
    say: () => {},
  })
  return { result, installed }
}

const unavailable = {
  type: 'unavailable',
  sentence:
    'Firefox is not available: on Debian, install it (sudo apt-get install firefox-esr), or set FIREFOX_PATH to where it is.',
}

test('an engine that works is taken as it is', async () => {
  expect(await make({ works: 'already' })).toEqual({ result: { type: 'available' }, installed: [] })
})

test('an engine that is missing is installed by root with apt-get', async () => {
  expect(await make({ works: 'installed' })).toEqual({ result: { type: 'available' }, installed: [['firefox-esr']] })
})

test.each([
  ['apt-get fails', { works: /** @type {const} */ ('never'), installs: false }],
  ['the installed engine does not work', { works: /** @type {const} */ ('never') }],
])('when %s, a sentence says what to install', async (_why, world) => {
  expect(await make(world)).toEqual({ result: unavailable, installed: [['firefox-esr']] })
})

test.each([
  ['a user who is not root', { ...debianAsRoot, isRoot: false }],
  ['a machine without apt-get', { ...debianAsRoot, hasApt: false }],
])('on behalf of %s nothing is installed, and a sentence says what to install', async (_who, machine) => {
  expect(await make({ works: 'installed', machine })).toEqual({ result: unavailable, installed: [] })
})
