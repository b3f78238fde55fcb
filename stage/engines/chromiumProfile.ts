import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { asExpression, asScript, fromAnswer } from './asExpression.ts'
import type { ConsoleMessage, EngineTab, Profile, ProfileOptions } from './engine.ts'
import { killProcess } from './processGroup.ts'
import { tabWaits } from './tabWaits.ts'
import { waitUntil } from './waitUntil.ts'

interface Needs {
  browser: Browser
  before: ProfileOptions['before']
  /** Kills the whole browser; undefined when other profiles live in it. */
  kill: (() => Promise<void>) | undefined
  close(): Promise<void>
}

export async function chromiumProfile(
  context: BrowserContext,
  { browser, before, kill, close }: Needs,
): Promise<Profile> {
  const messages: ConsoleMessage[] = []
  let isClosed = false
  context.on('console', (message) => messages.push({ type: typeOf(message.type()), text: message.text() }))
  context.on('weberror', (error) => messages.push({ type: 'error', text: String(error.error()) }))
  if (before) await context.addInitScript({ content: asScript(before) })

  async function end(how: () => Promise<void>) {
    if (isClosed) return
    isClosed = true
    await how()
  }

  return {
    console: messages,
    openTab: async () => tabOf(await context.newPage()),
    setOffline: (isOffline) => context.setOffline(isOffline),
    async killContent() {
      const pages = context.pages()
      const crashed = pages.map((page) => page.waitForEvent('crash'))
      await killRenderers(await browser.newBrowserCDPSession())
      await Promise.all(crashed)
      await Promise.all(pages.map((page) => page.close()))
    },
    async kill() {
      if (!kill) throw new Error('Only a profile with a directory has a browser of its own, which can be killed.')
      await end(kill)
    },
    close: () => end(close),
  }
}

function tabOf(page: Page): EngineTab {
  const run: EngineTab['run'] = async (script, arg) => fromAnswer(await page.evaluate(asExpression(script, arg)))
  return {
    run,
    ...tabWaits(run),
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: () => goBack(page),
    async close() {
      const closed = page.waitForEvent('close')
      await page.close({ runBeforeUnload: true })
      await closed
    },
    async crash() {
      const crashed = page.waitForEvent('crash')
      const session = await page.context().newCDPSession(page)
      void session.send('Page.crash').catch(() => undefined)
      await crashed
      await page.close()
    },
  }
}

/** By the browser, as its button does: Playwright's own way waits for a load, which a page from the cache does not have. */
async function goBack(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory')
  const entry = entries[currentIndex - 1]
  if (!entry) throw new Error('The tab has no page to go back to.')
  await session.send('Page.navigateToHistoryEntry', { entryId: entry.id })
  await session.detach().catch(() => undefined)
}

/**
 * All of the browser's. Among them is the one that stands ready for the next page: a page that is given it before the browser
 * has noticed that it is dead never comes, nor does an error.
 */
async function killRenderers(session: CDPSession): Promise<void> {
  const killed = await renderers(session)
  killed.forEach(killProcess)
  await waitUntil('the browser notices that its renderers are dead', async () =>
    (await renderers(session)).every((id) => !killed.includes(id)),
  )
  await session.detach()
}

async function renderers(session: CDPSession): Promise<number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

const typeOf = (type: string): ConsoleMessage['type'] => {
  if (type === 'assert') return 'error'
  return type === 'debug' || type === 'info' || type === 'warning' || type === 'error' ? type : 'log'
}
