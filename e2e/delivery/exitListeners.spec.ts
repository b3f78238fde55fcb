import { countExits, exitEnds, exitListeners, exitTypes } from 'stage/exitListeners'
import { openStage } from 'stage/openStage'
import { arrivedNames } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

/** A busy machine must not fail the test, and the library itself may wait for a minute between two attempts. */
const patient = { timeout: 120_000 }

/** Rounds under each outage: a third of a hundred. */
const ROUNDS = 34
/** An engine may discard some of what a page does while it ends. */
const ENOUGH = 0.99

for (const type of exitTypes)
  for (const end of exitEnds)
    test(
      `an event tracked inside ${type} is stored once when ${end}, at least as often as by a page without Telltale`,
      { tag: '@exits' },
      async ({ engine }) => {
        const ours = await countExits(engine, { type, end, rounds: ROUNDS }, { patienceMs: 120_000 })
        const bare = await countExits(engine, { type, end, rounds: ROUNDS, sdk: 'bare' }, { patienceMs: 10_000 })
        const counts = `Telltale ${ours.kept} of ${ours.of}, without Telltale ${bare.kept} of ${bare.of}`
        test.info().annotations.push({ type: 'kept', description: counts })
        console.log(`${engine.version}, ${type}, ${end}: ${counts}`)
        expect(ours).toMatchObject({ lost: [], doubled: [] })
        expect(ours.kept / ours.of, counts).toBeGreaterThanOrEqual(Math.min(ENOUGH, bare.kept / bare.of))
      },
    )

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
