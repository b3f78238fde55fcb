import type { Browser, BrowserContext, Page } from 'playwright'
import { startChromium, type Chromium } from './startChromium.ts'

/** What is killed, by its process, with SIGKILL; its profile stays. */
export interface Victim {
  /** Goes on with the same profile. */
  start(): Promise<BrowserContext>
  kill(page: Page): Promise<void>
  stop(): Promise<void>
}

/** All renderers of a browser, whose other processes live on. */
export async function rendererVictim(browser: Browser): Promise<Victim> {
  const context = await browser.newContext()
  const session = await browser.newBrowserCDPSession()
  return {
    start: async () => context,
    async kill(page) {
      const crashed = page.waitForEvent('crash')
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      for (const { type, id } of processInfo) if (type === 'renderer') killProcess(id)
      await crashed
      await page.close()
    },
    stop: () => context.close(),
  }
}

/** A browser with all of its processes. */
export function browserVictim(executablePath: string, profile: string): Victim {
  let chromium: Chromium | undefined
  return {
    async start() {
      chromium = await startChromium(executablePath, profile)
      return chromium.context
    },
    kill: async () => chromium?.kill(),
    stop: async () => chromium?.kill(),
  }
}

function killProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return // it has ended by itself
  }
}
