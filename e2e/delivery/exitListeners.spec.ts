import { setTimeout as sleep } from 'node:timers/promises'
import { openStage, type Stage } from 'bench/delivery/stage'
import { expect, test } from './test.ts'

/** A machine that is busy with other things is no failure; the library itself may wait for a minute between two tries. */
const patient = { timeout: 120_000 }

// As web-vitals and session timers do: each listener is added after the library's own, and so it runs after them.

function trackInVisibilityChange() {
  addEventListener('load', () => {
    document.addEventListener('visibilitychange', () => {
      const act = globalThis.lastAct
      if (document.visibilityState === 'hidden' && act) globalThis.act?.({ ...act, from: act.to, to: act.to + 1 })
    })
  })
}

function trackInPageHide() {
  addEventListener('load', () => {
    addEventListener('pagehide', () => {
      const act = globalThis.lastAct
      if (act) globalThis.act?.({ ...act, from: act.to, to: act.to + 1 })
    })
  })
}

const listeners = { visibilitychange: trackInVisibilityChange, pagehide: trackInPageHide }
const types = ['visibilitychange', 'pagehide'] as const

const arrived = ({ collector }: Stage) =>
  collector
    .stored()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('ev-'))
    .sort()

/** Pages that end at different moments: from the middle of the first write to well after it. */
const ROUNDS = 10
const LATER_MS = 20

for (const type of types)
  for (const end of ['the tab is closed', 'the page is left'] as const)
    for (const down of ['nothing', 'the collector', 'the flag service'] as const) {
      const title = `an event tracked inside ${type} is stored once when ${end} while ${down} is down`
      test(title, { tag: '@engines' }, async ({ engine }) => {
        const hasNoFlags = down === 'the flag service'
        const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, before: listeners[type], hasNoFlags })
        try {
          if (down === 'the collector') stage.collector.setHealth('unavailable')
          const names: string[] = []
          for (let round = 0; round < ROUNDS; round += 1) {
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
          const [tracked, inListener] = [0, 1].map((number) => names.map((name) => `${name}-n${number}`).sort()) as [
            string[],
            string[],
          ]
          // As a tab closes, Firefox does not always run `pagehide` listeners, and discards some of what a `visibilitychange` listener
          // stores and sends, also of pages without Telltale.
          const mayBeMissing = engine.name === 'firefox' && end === 'the tab is closed'
          const expected = mayBeMissing ? tracked : [...tracked, ...inListener].sort()
          const found = () => arrived(stage).filter((name) => !mayBeMissing || !inListener.includes(name))
          await expect.poll(found, patient).toEqual(expected)
          expect(new Set(arrived(stage)).size).toBe(arrived(stage).length)
        } finally {
          await stage.close()
        }
      })
    }

/** Says how the page comes back, so that the test need not ask: not every driver can reach a page that was restored. */
function sayShown() {
  if (location.pathname === '/away') return
  addEventListener('pageshow', ({ persisted }) => void fetch(persisted ? '/say?restored' : '/say?loaded'))
}

/** Firefox does not restore a page that happens to hold the lock of a delivery as it is left; then once more. */
const TRIES = 5

for (const type of types)
  test(
    `an event tracked inside ${type} is stored once by the same page after it is restored from the back/forward cache`,
    { tag: '@engines' },
    async ({ engine }) => {
      for (let tries = 1; ; tries += 1) {
        const before = [listeners[type], sayShown]
        const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, settings: { streaming: false }, before })
        try {
          const [tab] = stage.tabs
          stage.collector.setHealth('unavailable')
          await tab?.track({ to: 1 })
          await tab?.page.goto(`${stage.server.url}/away`)
          await tab?.page.back()
          await expect.poll(() => stage.server.said, patient).toHaveLength(2)
          if (engine.name === 'firefox' && stage.server.said[1] === 'loaded' && tries < TRIES) continue
          expect(stage.server.said).toEqual(['loaded', 'restored'])
          stage.collector.setHealth('healthy')
          await expect.poll(() => arrived(stage), patient).toEqual([...stage.names(2)].sort())
          return
        } finally {
          await stage.close()
        }
      }
    },
  )
