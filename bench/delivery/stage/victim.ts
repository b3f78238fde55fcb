import type { Browser, CDPSession, Page } from 'playwright'
import { until } from './perform.ts'
import { startChromium, type Chromium } from './startChromium.ts'

/** How long the browser may take to notice that a renderer is dead, in milliseconds. */
const NOTICED_MS = 10_000

/** What is killed, by its process, with SIGKILL; its profile stays. */
export interface Victim {
  /** A new page in the same profile. */
  start(): Promise<Page>
  kill(page: Page): Promise<void>
  stop(): Promise<void>
}

/** All renderers of a browser, whose other processes live on. */
export async function rendererVictim(browser: Browser): Promise<Victim> {
  const context = await browser.newContext()
  const session = await browser.newBrowserCDPSession()
  return {
    start: () => context.newPage(),
    async kill(page) {
      const crashed = page.waitForEvent('crash')
      const killed = await renderers(session)
      killed.forEach(killProcess)
      await crashed
      // Among them is the renderer that stood ready for the next page. A page that is given it before the browser has noticed
      // that it is dead never comes, nor does an error.
      await until(async () => (await renderers(session)).every((id) => !killed.includes(id)), NOTICED_MS)
      await page.close()
    },
    stop: () => context.close(),
  }
}

async function renderers(session: CDPSession): Promise<number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** A browser with all of its processes. */
export function browserVictim(executablePath: string, profile: string): Victim {
  let chromium: Chromium | undefined
  return {
    async start() {
      chromium = await startChromium(executablePath, profile)
      return chromium.context.newPage()
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
