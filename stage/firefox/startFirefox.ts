import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { asExpression, asScript, fromAnswer } from '../engines/asExpression.ts'
import type { ConsoleMessage, Engine, EngineTab, Profile, ProfileOptions } from '../engines/engine.ts'
import { oneAtATime } from '../engines/oneAtATime.ts'
import { killMembers, type Member } from '../engines/processGroup.ts'
import { tabWaits } from '../engines/tabWaits.ts'

/** Firefox by WebDriver BiDi. A browser for each profile: those of one browser would share their content processes. */
export function startFirefox(executablePath: string): Engine {
  const profiles = new Set<Profile>()

  async function open(options: ProfileOptions = {}): Promise<Profile> {
    const profile = await openProfile(await launch(executablePath, options), options)
    profiles.add(profile)
    return profile
  }

  const version = execFileSync(executablePath, ['--version'], { encoding: 'utf8' })
  return {
    name: 'firefox',
    version: version.replace('Mozilla ', '').trim(),
    open,
    close: async () => void (await Promise.all([...profiles].map((profile) => profile.close()))),
  }
}

function launch(executablePath: string, options: ProfileOptions): Promise<Browser> {
  const { directory, isPrivate = false, blocksSiteData = false, proxy = 'http://127.0.0.1:9' } = options
  const { hostname, port } = new URL(proxy)
  if (directory) mkdirSync(directory, { recursive: true })
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    ...(directory && { userDataDir: directory }),
    extraPrefsFirefox: {
      // Puppeteer turns site isolation off; users have it.
      'fission.webContentIsolationStrategy': 1,
      // Firefox itself leaves loopback addresses out of this.
      'network.proxy.type': 1,
      'network.proxy.http': hostname,
      'network.proxy.http_port': Number(port),
      'network.proxy.ssl': hostname,
      'network.proxy.ssl_port': Number(port),
      'browser.privatebrowsing.autostart': isPrivate,
      ...(blocksSiteData && { 'network.cookie.cookieBehavior': 2 }),
    },
    protocolTimeout: 120_000,
  })
}

async function openProfile(browser: Browser, { before }: ProfileOptions): Promise<Profile> {
  const group = browser.process()?.pid ?? 0
  const messages: ConsoleMessage[] = []
  const tabs = new Set<FirefoxTab>()
  let isOffline = false
  let isClosed = false

  const killContent = oneAtATime(async () => {
    await killMembers(group, isContent)
    await Promise.all([...tabs].map((tab) => tab.drop()))
  })

  return {
    console: messages,
    async openTab() {
      const page = await newPage(browser)
      page.on('console', (message) => messages.push({ type: typeOf(message.type()), text: message.text() }))
      page.on('pageerror', (error) => messages.push({ type: 'error', text: String(error) }))
      page.setDefaultNavigationTimeout(NAVIGATION_MS)
      if (before) await page.evaluateOnNewDocument(asScript(before))
      if (isOffline) await page.setOfflineMode(true)
      const tab = tabOf(page, {
        // The crash of another tab may have closed it.
        crash: async () => void (tabs.has(tab) && (await killContent())),
        left: () => void tabs.delete(tab),
      })
      tabs.add(tab)
      return tab
    },
    async setOffline(isNowOffline) {
      isOffline = isNowOffline
      await Promise.all([...tabs].map(({ page }) => page.setOfflineMode(isOffline)))
    },
    killContent,
    async kill() {
      isClosed = true
      await killMembers(group)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await browser.close()
    },
  }
}

/** In milliseconds. A busy machine must not fail a test. */
const NAVIGATION_MS = 120_000
const NEW_PAGE_MS = 20_000

/** Firefox may give a new tab to a process that has just been killed, and then does not answer. It answers the next request. */
async function newPage(browser: Browser): Promise<Page> {
  for (;;) {
    const opening = browser.newPage()
    const page = await Promise.race([opening, sleep(NEW_PAGE_MS, undefined, { ref: false })])
    if (page) return page
    opening.catch(() => undefined)
  }
}

interface FirefoxTab extends EngineTab {
  readonly page: Page
  /** Closes a tab whose process is dead. */
  drop(): Promise<void>
}

function tabOf(page: Page, { crash, left }: { crash(): Promise<void>; left(): void }): FirefoxTab {
  const pending = new Set<(error: Error) => void>()

  function loseAnswers(why: string) {
    for (const reject of pending) reject(new Error(why))
  }

  function end() {
    left()
    loseAnswers('The tab is closed.')
  }

  // The driver does not always notice that a page has gone: its answer may never come.
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && loseAnswers('The page was left.')))

  const run: EngineTab['run'] = async (script, arg) => {
    let lose: (error: Error) => void = () => {}
    const lost = new Promise<never>((_, reject) => (lose = reject))
    pending.add(lose)
    try {
      return fromAnswer(await Promise.race([page.evaluate(asExpression(script, arg)), lost]))
    } finally {
      pending.delete(lose)
    }
  }

  const waits = tabWaits(run)
  return {
    page,
    run,
    goto: async (url) => void (await page.goto(url)),
    ...waits,
    // After a page was restored from the cache, Puppeteer's own way waits for ever.
    async reload() {
      await run(() => {
        Object.assign(globalThis, { isLeft: true })
        location.reload()
      }).catch(() => undefined)
      await waits.until(() => !('isLeft' in globalThis) && document.readyState === 'complete')
    },
    // Puppeteer's own way waits for a navigation, which does not come when the page is restored from the cache.
    back: async () => void run(() => history.back()).catch(() => undefined),
    async close() {
      const closed = new Promise((resolve) => page.once('close', resolve))
      await page.close({ runBeforeUnload: true })
      await closed
      end()
    },
    crash,
    async drop() {
      end()
      await page.close()
    },
  }
}

/** The spare processes among them, which are to be given to the next page. */
const isContent = ({ command }: Member) => /^(Isolated )?Web Co/.test(command)

const typeOf = (type: string): ConsoleMessage['type'] =>
  type === 'warn' || type === 'warning'
    ? 'warning'
    : type === 'debug' || type === 'info' || type === 'error'
      ? type
      : type === 'assert'
        ? 'error'
        : 'log'
