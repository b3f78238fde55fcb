import { chromium, type Browser } from 'playwright'
import { startChromium } from '../startChromium.ts'
import { chromiumProfile } from './chromiumProfile.ts'
import type { Engine, Profile, ProfileOptions } from './engine.ts'
import { withTemporary } from './withTemporary.ts'

const isRoot = process.getuid?.() === 0

/** Chromium by Playwright. Profiles share one browser; one that must outlive it, or has settings, has a browser of its own. */
export async function startChromiumEngine(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      // What a page asks for elsewhere does not leave this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
    // Users have the back/forward cache; Playwright turns it off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const profiles = new Set<Profile>()

  async function open(options: ProfileOptions = {}): Promise<Profile> {
    const isLone = options.directory !== undefined || options.blocksSiteData
    const profile = await (isLone ? openLone(executablePath, options) : openShared(browser, options))
    profiles.add(profile)
    return profile
  }

  return {
    name: 'chromium',
    version: `Chromium ${browser.version()}`,
    open,
    async close() {
      await Promise.all([...profiles].map((profile) => profile.close()))
      await browser.close()
    },
  }
}

/** What Playwright calls a context is a private window of Chromium's. */
async function openShared(browser: Browser, { proxy, before }: ProfileOptions): Promise<Profile> {
  const context = await browser.newContext({ ...(proxy && { proxy: { server: proxy } }) })
  return chromiumProfile(context, { browser, before, kill: undefined, close: () => context.close() })
}

async function openLone(executablePath: string, { proxy, before, ...options }: ProfileOptions): Promise<Profile> {
  const { directory, remove } = withTemporary(options.directory)
  const args = [...(options.isPrivate ? ['--incognito'] : []), ...(proxy ? [`--proxy-server=${proxy}`] : [])]
  const { browser, context, kill } = await startChromium(executablePath, directory, {
    args,
    blocksSiteData: options.blocksSiteData ?? false,
  })
  async function close() {
    await browser.close()
    await kill()
    remove()
  }
  return chromiumProfile(context, { browser, before, kill, close })
}
