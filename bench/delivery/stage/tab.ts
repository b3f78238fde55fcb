import type { Page } from 'playwright'
import type { Act } from '../page/stage.ts'

export interface Cue {
  from?: number
  to: number
  /** How often the banner's flag is evaluated before. */
  looks?: number
  /** All in one task when absent. */
  apartMs?: number
}

/** One tab of a scenario: what its user does. */
export interface Tab {
  readonly page: Page
  /** Answers how long the calls took, in milliseconds. */
  track(cue: Cue): Promise<number>
  /** In one task; resolves once the page has been left. */
  trackAndLeave(cue: Cue): Promise<void>
  /** As its user does. */
  close(): Promise<void>
  crash(): Promise<void>
}

interface Script extends Pick<Act, 'name' | 'largeBytes'> {
  url: string
}

/** Opens the page, and waits until its SDK can be called. */
export async function openTab(page: Page, { url, name, largeBytes }: Script): Promise<Tab> {
  const actOf = ({ from = 0, to, looks = 0 }: Cue): Act => ({ name, from, to, largeBytes, looks })
  await page.goto(url)
  await page.waitForFunction(() => globalThis.act !== undefined)

  return {
    page,
    track: ({ apartMs, ...cue }) =>
      page.evaluate(
        async ([act, ms]) => {
          if (ms === undefined) return globalThis.act?.(act) ?? 0
          let took = 0
          for (let from = act.from; from < act.to; from += 1) {
            took += globalThis.act?.({ ...act, from, to: from + 1 }) ?? 0
            if (from + 1 < act.to) await new Promise((resolve) => setTimeout(resolve, ms))
          }
          return took
        },
        [actOf(cue), apartMs] as const,
      ),
    async trackAndLeave(cue) {
      const left = page.waitForURL('**/away')
      await page
        .evaluate((act) => {
          globalThis.act?.(act)
          location.href = '/away'
        }, actOf(cue))
        .catch(() => undefined) // the page may be gone before it can answer
      await left
    },
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
