import { describe, expect, test } from 'vitest'
import { mayOpenBrowser, openConsole } from './openConsole.ts'

const URL = 'http://127.0.0.1:4801'
/** An interactive terminal on a given platform. */
const DESK = { env: { DISPLAY: ':0' }, isInteractive: true }

describe('a browser is opened for the console', () => {
  test.each([
    ['with an X11 display', { DISPLAY: ':0' }, 'linux', true],
    ['with a Wayland display', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
    ['on macOS', {}, 'darwin', true],
    ['inside WSL', { WSL_DISTRO_NAME: 'Debian' }, 'linux', true],
    ['except without a display', {}, 'linux', false],
    ['except in CI', { DISPLAY: ':0', CI: 'true' }, 'linux', false],
    ['when CI is set to false', { DISPLAY: ':0', CI: 'false' }, 'linux', true],
    ['except when BROWSER is set to "none"', { DISPLAY: ':0', BROWSER: 'none' }, 'linux', false],
  ])('%s', (_where, env, platform, may) => {
    expect(mayOpenBrowser({ env, isInteractive: true }, platform)).toBe(may)
    expect(mayOpenBrowser({ env, isInteractive: false }, platform)).toBe(false)
  })
})

describe('opening the console', () => {
  test('opens its address', async () => {
    const opened: string[] = []
    expect(await openConsole(URL, DESK, async (url) => void opened.push(url))).toBeUndefined()
    expect(opened).toEqual([URL])
  })

  test('opens nothing when the terminal is not interactive', async () => {
    const opened: string[] = []
    await openConsole(URL, { ...DESK, isInteractive: false }, async (url) => void opened.push(url))
    expect(opened).toEqual([])
  })

  test('reports a browser that cannot be opened, and does not fail', async () => {
    const opener = () => Promise.reject(new Error('spawn ENOENT'))
    expect(await openConsole(URL, DESK, opener)).toBe('No browser could be opened: spawn ENOENT')
  })
})
