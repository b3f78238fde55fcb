import { exitEnds, exitListeners, exitOutages, exitTypes, playExits } from 'bench/delivery/exitListeners'
import { openStage } from 'bench/delivery/stage'
import { arrivedNames } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

/** A busy machine must not fail the test, and the library itself may wait for a minute between two attempts. */
const patient = { timeout: 120_000 }

for (const type of exitTypes)
  for (const end of exitEnds)
    for (const down of exitOutages) {
      const title = `an event tracked inside ${type} is stored once when ${end} while ${down} is down`
      test(title, { tag: '@engines' }, ({ engine }) =>
        playExits(engine, { type, end, down }, async (stage, { tracked, inListener }) => {
          const found = () => arrivedNames(stage).sort()
          if (engine.name === 'chromium' || (engine.name === 'firefox' && end === 'the page is left')) {
            // On a busy machine, Chromium ends a page whose exit listeners have not run within half a second.
            const hasRun = inListener.filter((name) => stage.server.ran.has(name.replace(/-n1$/, '')))
            expect(hasRun.length).toBeGreaterThan(inListener.length / 2)
            await expect
              .poll(() => found().filter(isOneOf([...tracked, ...hasRun])), patient)
              .toEqual([...tracked, ...hasRun].sort())
            return expect(new Set(found()).size).toBe(found().length)
          }
          // When a tab is closed, Firefox and WebKit discard some of what its listeners store and send, even without Telltale.
          // WebKit sometimes also does so when the page is left for another one.
          // does so now and then when the page is left for another, too.
          await expect.poll(() => found().filter((name) => !inListener.includes(name)), patient).toEqual(tracked)
          expect(new Set(found()).size).toBe(found().length)
          // In this case, Firefox rarely runs `pagehide` listeners.
          if (engine.name === 'webkit' || type === 'visibilitychange') expect(found()).not.toEqual(tracked)
        }),
      )
    }

const isOneOf = (names: readonly string[]) => (name: string) => names.includes(name)

/** The page reports how it is shown again, because not every driver can reach a restored page. */
function sayShown() {
  if (location.pathname === '/away') return
  addEventListener('pageshow', ({ persisted }) => void fetch(persisted ? '/say?restored' : '/say?loaded'))
}

/** Firefox does not restore a page that happens to hold the delivery lock when it is left, so the test retries. */
const TRIES = 5

for (const type of exitTypes)
  test(
    `an event tracked inside ${type} is stored once by the same page after it is restored from the back/forward cache`,
    { tag: '@engines' },
    async ({ engine }) => {
      for (let tries = 1; ; tries += 1) {
        const before = [exitListeners[type], sayShown]
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
          await expect.poll(() => arrivedNames(stage).sort(), patient).toEqual([...stage.names(2)].sort())
          return
        } finally {
          await stage.close()
        }
      }
    },
  )
