import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engines/engine.ts'
import type { Collector } from './collector.ts'
import { until } from './perform.ts'
import { openStage, type Stage } from './openStage.ts'

/** The exit events in which an application tracks, as web-vitals and session timers do. */
export const exitTypes = ['visibilitychange', 'pagehide'] as const
export const exitEnds = ['the tab is closed', 'the page is left'] as const
/** What does not answer while the pages end. */
const exitOutages = ['nothing', 'the collector', 'the flag service'] as const

interface ExitPlay {
  type: (typeof exitTypes)[number]
  end: (typeof exitEnds)[number]
  down: (typeof exitOutages)[number]
  /** How many pages end. */
  rounds: number
  /** `bare` is a page without Telltale. */
  sdk?: 'telltale' | 'bare'
}

/** The names of the events that were tracked: on the page, and then in its listener. */
interface ExitNames {
  tracked: readonly string[]
  inListener: readonly string[]
}

/** Pages end at different moments: from the middle of the first write to well after it. */
const MOMENTS = 10
const LATER_MS = 20

// Each listener is added with the page, and says by a beacon of its own that it has run: a browser ends a page that takes too long.

function trackInVisibilityChange() {
  addEventListener('load', () => {
    document.addEventListener('visibilitychange', () => {
      const act = globalThis.lastAct
      if (document.visibilityState !== 'hidden' || !act) return
      globalThis.act?.({ ...act, from: act.to, to: act.to + 1 })
      navigator.sendBeacon(`/ran?${act.name}`)
    })
  })
}

function trackInPageHide() {
  addEventListener('load', () => {
    addEventListener('pagehide', () => {
      const act = globalThis.lastAct
      if (!act) return
      globalThis.act?.({ ...act, from: act.to, to: act.to + 1 })
      navigator.sendBeacon(`/ran?${act.name}`)
    })
  })
}

/** What runs in each page before its own scripts: it tracks one more event in this exit event. */
export const exitListeners = { visibilitychange: trackInVisibilityChange, pagehide: trackInPageHide }

/** Ends pages whose exit listener tracks, visits the site once more with everything up, and looks at what has come. */
async function playExits<Seen>(
  engine: Engine,
  { type, end, down, rounds, sdk = 'telltale' }: ExitPlay,
  inspect: (stage: Stage, names: ExitNames) => Promise<Seen>,
): Promise<Seen> {
  const hasNoFlags = down === 'the flag service'
  const stage = await openStage(engine, { sdk, tabs: 0, before: exitListeners[type], hasNoFlags })
  try {
    if (down === 'the collector') stage.collector.setHealth('unavailable')
    const names: string[] = []
    // One tab at a time: a tab behind another one is hidden already, and hears no `visibilitychange` as it is closed.
    for (let round = 0; round < rounds; round += 1) {
      const tab = await stage.open()
      names.push(tab.name)
      await tab.track({ to: 1 })
      await sleep((round % MOMENTS) * LATER_MS)
      if (end === 'the page is left') await tab.page.goto(`${stage.server.url}/away`)
      await tab.close()
    }
    stage.collector.setHealth('healthy')
    stage.server.setFlags('answering')
    await stage.open()
    return await inspect(stage, {
      tracked: names.map((name) => `${name}-n0`).sort(),
      inListener: names.map((name) => `${name}-n1`).sort(),
    })
  } finally {
    await stage.close()
  }
}

interface ExitCount {
  /** The events of listeners that arrived, and those of listeners that are known to have run. */
  kept: number
  of: number
  /** The events that were tracked before the page ended, and did not arrive. */
  lost: readonly string[]
  /** The events that arrived more than once. */
  doubled: readonly string[]
}

/** Plays rounds under each outage, and counts what has arrived within the given time. */
export async function countExits(
  engine: Engine,
  play: Omit<ExitPlay, 'down'>,
  { patienceMs }: { patienceMs: number },
): Promise<ExitCount> {
  const counts: ExitCount[] = []
  for (const down of exitOutages)
    counts.push(
      await playExits(engine, { ...play, down }, async ({ collector, server }, { tracked, inListener }) => {
        const isKept = (name: string) => collector.taken().has(name)
        const hasRun = (name: string) => isKept(name) || server.ran.has(name.replace(/-n1$/, ''))
        await until(() => [...tracked, ...inListener.filter(hasRun)].every(isKept), patienceMs)
        return {
          kept: inListener.filter(isKept).length,
          of: inListener.filter(hasRun).length,
          lost: tracked.filter((name) => !isKept(name)),
          doubled: [...tracked, ...inListener].filter((name) => timesStored(collector, name) > 1),
        }
      }),
    )
  return {
    kept: counts.reduce((sum, { kept }) => sum + kept, 0),
    of: counts.reduce((sum, count) => sum + count.of, 0),
    lost: counts.flatMap(({ lost }) => lost),
    doubled: counts.flatMap(({ doubled }) => doubled),
  }
}

const timesStored = (collector: Collector, name: string) =>
  collector.stored().filter((event) => event.name === name).length
