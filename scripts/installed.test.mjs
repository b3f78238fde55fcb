import { describe, expect, test } from 'vitest'
import { whyInstallFailed, whyNotInstalled, whyWrongNode } from './installed.mjs'

describe('the Node version', () => {
  test.each([
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.0.0', true],
    ['24.1.0', true],
    ['20.18.3', false],
    ['18.20.0', false],
  ])('%s is good enough: %s', (version, good) => {
    const sentence = whyWrongNode(version)
    expect(sentence).toBe(good ? undefined : `This is Node ${version}; Telltale needs Node 20.19 or newer.`)
  })
})

describe('the installed tree', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'packages/telltale': { version: '0.1.0' },
    'node_modules/telltale': { link: true },
    'node_modules/vite': { version: '8.0.0', integrity: 'sha512-vite' },
    'node_modules/vite/node_modules/rolldown': { version: '1.0.0' },
    'node_modules/@rolldown/for-another-platform': { version: '1.0.0', optional: true },
  }
  const { '': _root, 'node_modules/@rolldown/for-another-platform': _other, ...installed } = wanted
  /** @param {unknown} present @param {(path: string) => boolean} [exists] */
  const judge = (present, exists = () => true) =>
    whyNotInstalled(JSON.stringify({ packages: wanted }), JSON.stringify({ packages: present }), exists)

  test('is fine when it holds what the lockfile names for this platform', () => {
    expect(judge(installed)).toBeUndefined()
  })

  test.each([
    ['a package is missing', { ...installed, 'node_modules/vite': undefined }, 'vite is missing'],
    [
      'a package is older',
      { ...installed, 'node_modules/vite': { version: '7.0.0' } },
      'vite is 7.0.0 instead of 8.0.0',
    ],
    [
      'a nested package is older',
      { ...installed, 'node_modules/vite/node_modules/rolldown': { version: '0.9.0' } },
      'rolldown is 0.9.0 instead of 1.0.0',
    ],
    [
      'a package has other content',
      { ...installed, 'node_modules/vite': { version: '8.0.0', integrity: 'sha512-other' } },
      'vite has changed',
    ],
    [
      'a package is too many',
      { ...installed, 'node_modules/@old/left': { version: '1.0.0' } },
      '@old/left is no longer wanted',
    ],
  ])('is not when %s', (_what, present, reason) => {
    expect(judge(present)).toBe(reason)
  })

  test('is not when a folder was deleted by hand', () => {
    expect(judge(installed, (path) => path !== 'node_modules/vite')).toBe('vite has been removed')
  })

  test('is not when there is none, or npm was interrupted', () => {
    expect(whyNotInstalled('{"packages":{}}', undefined, () => true)).toBe('nothing is installed yet')
    expect(whyNotInstalled('{"packages":{}}', '{"pack', () => true)).toBe('nothing is installed yet')
  })

  test('cannot be judged without a lockfile', () => {
    expect(whyNotInstalled(undefined, '{"packages":{}}', () => true)).toBe('package-lock.json cannot be read')
  })
})

describe('when npm fails, one sentence says why', () => {
  test.each([
    ['npm error code ENOTFOUND\nnpm error network request failed', /Is there a network/],
    ['npm error code EAI_AGAIN', /Is there a network/],
    ['npm error code ECONNREFUSED', /Is there a network/],
    ['npm error code E401', /refused/],
    ['npm error code EUSAGE', /do not agree/],
    ['npm error code ENOSPC', /disk is full/],
    ['npm error code EACCES', /cannot be written/],
    ['spawn npm ENOENT npm', /no npm on the PATH/],
    ['npm error something else', /npm ci failed/],
  ])('%s', (output, sentence) => {
    expect(whyInstallFailed(output)).toMatch(sentence)
  })
})
