import { openStage } from 'stage/openStage'
import { arrivedEvents } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

/** [spec] Fetch standard: the limit for all keepalive requests of a page in flight together. */
const KEEPALIVE_BYTES = 64 * 1024
/** The banner's value makes each event of either kind larger. */
const BANNER_BYTES = 1_000

interface Attempt {
  isFlags: boolean
  bytes: number
  /** The bytes of this request and of those that were not answered when it was sent. */
  inFlight: number
}

/** Records the page's requests at its end, where the next page finds them. */
function noteAttempts() {
  const { fetch } = globalThis
  const attempts: Attempt[] = []
  let inFlight = 0
  globalThis.fetch = async (input, init) => {
    if (!init?.keepalive) return fetch(input, init)
    const bytes = new TextEncoder().encode(String(init.body ?? '')).length
    inFlight += bytes
    if (globalThis.tracked > 0) {
      attempts.push({ isFlags: String(input).includes('/events/'), bytes, inFlight })
      localStorage.setItem('attempts', JSON.stringify(attempts))
    }
    try {
      return await fetch(input, init)
    } finally {
      inFlight -= bytes
    }
  }
}

const sumOf = (attempts: readonly Attempt[]) => attempts.reduce((sum, { bytes }) => sum + bytes, 0)

for (const { looks, events, title } of [
  { looks: 25, events: 10, title: 'are all sent at exit when they fit into 64 KiB together' },
  { looks: 100, events: 80, title: 'are sent at exit up to 64 KiB when they do not fit' },
]) {
  test(`flag events and events ${title}; the rest arrives with the next visit`, async ({ engine }) => {
    const settings = { bannerBytes: BANNER_BYTES, hasWholeEvents: true } as const
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, settings, before: noteAttempts })
    try {
      const { collector, server, tabs } = stage
      const arrived = () => arrivedEvents({ collector })
      const ofFlags = () => server.flagEvents.reduce((sum, body) => sum + body.length, 0)
      // The load event was sent and the code for flag events is loaded: nothing else is in progress on the page.
      await expect.poll(() => collector.stored().length).toBe(1)
      await expect.poll(() => server.asked).toContain('/sdk/goals/delivery')
      const before = ofFlags()

      await tabs[0]?.trackAndLeave({ looks, to: events })
      const noted = await tabs[0]?.page.run(() => localStorage.getItem('attempts'))
      const attempts: Attempt[] = JSON.parse(noted ?? '[]')
      expect(Math.max(...attempts.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(KEEPALIVE_BYTES)
      const [flags, own] = [true, false].map((isFlags) => sumOf(attempts.filter((one) => one.isFlags === isFlags)))
      const isRoomForAll = events < 20
      if (isRoomForAll) expect(flags).toBeGreaterThan(looks * BANNER_BYTES)
      expect(own).toBeGreaterThan((isRoomForAll ? events : 30) * BANNER_BYTES)
      // Everything that the page sent has arrived: the browser refused nothing.
      await expect.poll(() => ofFlags() - before).toBe(flags)
      await expect.poll(() => arrived().length).toBeGreaterThan(isRoomForAll ? events - 1 : 0)

      await stage.open()
      await expect.poll(() => arrived().length, { timeout: 60_000 }).toBe(events)
    } finally {
      await stage.close()
    }
  })
}
