import { describe, expect, it } from 'vitest'
import { fakeClock } from '../testing/fakeClock.ts'
import { loadMaps } from './loadMaps.ts'

/** A maps service whose script fails so many times before it loads. */
function setUp(failures: number) {
  const clock = fakeClock()
  const tries: number[] = []
  const scripts = { load: async () => tries.push(clock.now()) > failures }
  return { clock, tries, ports: { scripts, clock } }
}

const options = { url: 'https://maps.test/api.js?key=secret' }

describe('the maps script', () => {
  it('is loaded once when that works', async () => {
    const { tries, ports } = setUp(0)
    await loadMaps(ports, options)
    expect(tries).toEqual([0])
  })

  it('is tried again 3 times, after growing delays', async () => {
    const { clock, tries, ports } = setUp(3)
    const loaded = loadMaps(ports, options)
    await clock.advance(60_000)
    await loaded
    expect(tries).toEqual([0, 1_000, 3_000, 7_000])
  })

  it('that fails after all retries is an error, which does not show the key', async () => {
    const { clock, tries, ports } = setUp(99)
    const failure = loadMaps(ports, options).then(
      () => undefined,
      (error: Error) => error.message,
    )
    await clock.advance(60_000)
    expect(tries).toHaveLength(4)
    expect(await failure).toBe('The maps script could not be loaded: it was tried 4 times.')
  })

  it('is given up when nobody wants it any more', async () => {
    const { clock, tries, ports } = setUp(99)
    const caller = new AbortController()
    const failed = expect(loadMaps(ports, { ...options, signal: caller.signal })).rejects.toThrow('given up')
    await clock.advance(500)
    caller.abort()
    await failed
    expect(tries).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })
})
