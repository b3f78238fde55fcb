import type { Act } from './page/stage.ts'
import type { EngineTab } from './engines/engine.ts'

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
  readonly page: EngineTab
  /** How the names of its events begin. */
  readonly name: string
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
export async function openTab(page: EngineTab, { url, name, largeBytes }: Script): Promise<Tab> {
  const actOf = ({ from = 0, to, looks = 0 }: Cue): Act => ({ name, from, to, largeBytes, looks })
  await page.goto(url)
  await page.until(() => globalThis.act !== undefined)

  return {
    page,
    name,
    track: ({ apartMs, ...cue }) =>
      page.run(
        async ({ act, ms }) => {
          if (ms === undefined) return globalThis.act?.(act) ?? 0
          let took = 0
          for (let from = act.from; from < act.to; from += 1) {
            took += globalThis.act?.({ ...act, from, to: from + 1 }) ?? 0
            if (from + 1 < act.to) await new Promise((resolve) => setTimeout(resolve, ms))
          }
          return took
        },
        { act: actOf(cue), ms: apartMs },
      ),
    async trackAndLeave(cue) {
      await page
        .run((act) => {
          globalThis.act?.(act)
          location.href = '/away'
        }, actOf(cue))
        .catch(() => undefined) // the page may be gone before it can answer
      await page.untilAt('/away')
    },
    close: page.close,
    crash: page.crash,
  }
}
