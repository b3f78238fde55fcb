import { findChromium, findFirefox } from '../../../../scripts/findChromium.mjs'
import { startChromiumEngine } from './chromium.ts'
import type { Engine, EngineName } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** The engine of this name, as it is installed on this machine. */
export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'webkit') return startWebKit()
  const browser = name === 'firefox' ? findFirefox() : findChromium()
  if (browser.type === 'missing') throw new Error(`There is no ${name} on this machine.`)
  return name === 'firefox' ? startFirefox(browser.path) : startChromiumEngine(browser.path)
}
