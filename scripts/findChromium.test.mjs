import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ensureEngine } from './ensureBrowser.mjs'
import { findChromium, findHeadless } from './findChromium.mjs'

test('Chromium is preferred to Chrome, its headless shell for tests of pages, and a missing browser is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CHROMIUM_PATH', '')
  const found = ['google-chrome', 'chromium', 'chromium-headless-shell'].map((name) => {
    writeFileSync(join(folder, name), '', { mode: 0o755 })
    return [findChromium(), findHeadless()].map(
      (browser) => browser.type === 'found' && browser.path.slice(folder.length + 1),
    )
  })
  expect(found[0]).toEqual(['google-chrome', 'google-chrome'])
  expect(found.slice(1)).toEqual([
    ['chromium', 'chromium'],
    ['chromium', 'chromium-headless-shell'],
  ])
  expect(ensureEngine('firefox')).toContain('sudo apt-get install firefox-esr')
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})
