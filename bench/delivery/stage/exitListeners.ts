import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engines/engine.ts'
import { openStage, type Stage } from './stage.ts'

/** The exit events in which an application tracks, as web-vitals and session timers do. */
export const exitTypes = ['visibilitychange', 'pagehide'] as const
export const exitEnds = ['the tab is closed', 'the page is left'] as const
/** What does not answer while the pages end. */
export const exitOutages = ['nothing', 'the collector', 'the flag service'] as const

export interface ExitPlay {
  type: (typeof exitTypes)[number]
  end: (typeof exitEnds)[number]
  down: (typeof exitOutages)[number]
}

/** The names of the events that were tracked: on the page, and then in its listener. */
export interface ExitNames {
  tracked: readonly string[]
  inListener: readonly string[]
}

/** Pages that end at different moments: from the middle of the first write to well after it. */
export const EXIT_ROUNDS = 10
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
export async function playExits<Seen>(
  engine: Engine,
  { type, end, down }: ExitPlay,
  look: (stage: Stage, names: ExitNames) => Promise<Seen>,
): Promise<Seen> {
  const hasNoFlags = down === 'the flag service'
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, before: exitListeners[type], hasNoFlags })
  try {
    if (down === 'the collector') stage.collector.setHealth('unavailable')
    const names: string[] = []
    for (let round = 0; round < EXIT_ROUNDS; round += 1) {
      const tab = await stage.open()
      names.push(tab.name)
      await tab.track({ to: 1 })
      await sleep(round * LATER_MS)
      if (end === 'the page is left') await tab.page.goto(`${stage.server.url}/away`)
      await tab.close()
    }
    stage.collector.setHealth('healthy')
    stage.server.setFlags('answering')
    await stage.open()
    return await look(stage, {
      tracked: names.map((name) => `${name}-n0`).sort(),
      inListener: names.map((name) => `${name}-n1`).sort(),
    })
  } finally {
    await stage.close()
  }
}
