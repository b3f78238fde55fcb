import { openStage } from 'bench/delivery/stage'
import { expect, test } from './test.ts'

/** [spec] Fetch standard: what all requests of a page that are to outlive it may have in flight together. */
const KEEPALIVE_BYTES = 64 * 1024
/** Each event of either kind has the banner's value in it. */
const BANNER_BYTES = 1_000

interface Attempt {
  isFlags: boolean
  bytes: number
}

/** Writes down what the page gives to the browser at its end, where the next page finds it. */
function noteAttempts() {
  const { fetch } = globalThis
  const attempts: Attempt[] = []
  globalThis.fetch = (input, init) => {
    if (init?.keepalive && globalThis.tracked > 0) {
      const bytes = new TextEncoder().encode(String(init.body ?? '')).length
      attempts.push({ isFlags: String(input).includes('/events/'), bytes })
      localStorage.setItem('attempts', JSON.stringify(attempts))
    }
    return fetch(input, init)
  }
}

const sumOf = (attempts: readonly Attempt[]) => attempts.reduce((sum, { bytes }) => sum + bytes, 0)

for (const { looks, events, title } of [
  { looks: 25, events: 10, title: 'are all sent at exit when they fit into 64 KiB together' },
  { looks: 100, events: 80, title: 'are sent at exit up to 64 KiB when they do not fit' },
]) {
  test(`flag events and events ${title}; the rest arrives with the next visit`, async ({ engine }) => {
    const settings = { bannerBytes: BANNER_BYTES }
    const stage = await openStage(engine, { sdk: 'telltale', tabs: 1, settings, before: noteAttempts })
    try {
      const { collector, server, tabs } = stage
      const arrived = () => collector.stored().filter(({ name }) => name.startsWith('ev-'))
      const ofFlags = () => server.flagEvents.reduce((sum, body) => sum + body.length, 0)
      // The load event has gone: from now on the page has nothing under way.
      await expect.poll(() => collector.stored().length).toBe(1)
      const before = ofFlags()

      await tabs[0]?.trackAndLeave({ looks, to: events })
      const noted = await tabs[0]?.page.run(() => localStorage.getItem('attempts'))
      const attempts: Attempt[] = JSON.parse(noted ?? '[]')
      expect(sumOf(attempts)).toBeLessThanOrEqual(KEEPALIVE_BYTES)
      const [flags, own] = [true, false].map((isFlags) => sumOf(attempts.filter((one) => one.isFlags === isFlags)))
      const isRoomForAll = events < 20
      if (isRoomForAll) expect(flags).toBeGreaterThan(looks * BANNER_BYTES)
      expect(own).toBeGreaterThan((isRoomForAll ? events : 30) * BANNER_BYTES)
      // What was given to the browser has arrived: it has refused nothing.
      await expect.poll(() => ofFlags() - before).toBe(flags)
      await expect.poll(() => arrived().length).toBeGreaterThan(isRoomForAll ? events - 1 : 0)

      await stage.open()
      await expect.poll(() => arrived().length, { timeout: 60_000 }).toBe(events)
    } finally {
      await stage.close()
    }
  })
}
