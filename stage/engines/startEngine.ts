import { findChromium, findFirefox } from '../../scripts/findChromium.mjs'
import { startChromiumEngine } from './chromium.ts'
import type { Engine, EngineName } from './engine.ts'
import { startWebKit } from './webkit.ts'

/** The engine of this name, as it is installed on this machine. */
export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'webkit') return startWebKit()
  const browser = name === 'firefox' ? findFirefox() : findChromium()
  if (browser.type === 'missing') throw new Error(`There is no ${name} on this machine.`)
  if (name === 'chromium') return startChromiumEngine(browser.path)
  // Loaded when it is needed: `npm test` does not install its packages.
  const { startFirefox } = await import('../firefox/startFirefox.ts')
  return startFirefox(browser.path)
}
