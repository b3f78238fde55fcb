import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright'

export interface Chromium {
  readonly browser: Browser
  readonly context: BrowserContext
  /** SIGKILL to all of its processes; resolves when they have ended. */
  kill(): Promise<void>
}

/** Nothing of the browser's own goes anywhere but to this machine. */
export const QUIET_ARGS = [
  '--headless=new',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

interface ChromiumOptions {
  args?: readonly string[]
  /** The user's setting that blocks cookies and site data. */
  blocksSiteData?: boolean
}

/** A browser that is a process group of its own, so that it can be killed as a whole. */
export async function startChromium(
  executablePath: string,
  profile: string,
  options: ChromiumOptions = {},
): Promise<Chromium> {
  if (options.blocksSiteData) blockSiteData(profile)
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const own = ['--disable-background-networking', '--remote-debugging-port=0']
  const args = [...QUIET_ARGS, ...own, ...sandbox, ...(options.args ?? []), `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(executablePath, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }

  try {
    const endpoint = await endpointOf(child.stderr)
    const browser = await chromium.connectOverCDP(endpoint)
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no profile.')
    return { browser, context, kill }
  } catch (error) {
    await kill()
    throw error
  }
}

/** As the settings page would write it. */
function blockSiteData(profile: string) {
  mkdirSync(join(profile, 'Default'), { recursive: true })
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
}

async function endpointOf(output: Readable): Promise<string> {
  let said = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    const found = /DevTools listening on (\S+)/.exec(said)?.[1]
    if (found) {
      output.resume()
      return found
    }
  }
  throw new Error(`The browser did not start: ${said}`)
}
