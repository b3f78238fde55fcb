import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ensureEngine } from './ensureBrowser.mjs'
import { findChromium, findHeadless } from './findChromium.mjs'

test('Chromium is preferred to Chrome, its headless shell for tests of pages, and a missing browser is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  vi.stubEnv('PATH', folder)
  for (const name of ['CHROMIUM_PATH', 'FIREFOX_PATH']) vi.stubEnv(name, '')
  const found = ['google-chrome', 'chromium', 'chromium-headless-shell'].map((name) => {
    writeFileSync(join(folder, name), '', { mode: 0o755 })
    return [findChromium(), findHeadless()].map((browser) => 'path' in browser && basename(browser.path))
  })
  expect(found.flat().join()).toBe('google-chrome,google-chrome,chromium,chromium,chromium,chromium-headless-shell')
  expect(ensureEngine('firefox')).toContain('sudo apt-get install firefox-esr')
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})
