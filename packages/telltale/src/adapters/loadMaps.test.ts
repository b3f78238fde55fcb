import { describe, expect, it } from 'vitest'
import { loadMaps, type MapsOptions } from './loadMaps.ts'
import type { ScriptOutcome, ScriptRequest } from '../core/ports/platform.ts'
import { fakeClock } from '../testing/fakePlatform.ts'

const URL = 'https://maps.test/api.js?key=secret'

/** A maps service that gives these answers in turn, and whose last script defines the API after a number of milliseconds. */
function setUp(answers: ScriptOutcome['outcome'][], definedAfterMs = 0) {
  const clock = fakeClock()
  const start = clock.now()
  const tries: number[] = []
  const requests: ScriptRequest[] = []
  const removed: number[] = []
  let definedAt = Infinity
  const scripts = {
    async load(url: string, request: ScriptRequest): Promise<ScriptOutcome> {
      const number = tries.push(clock.now() - start)
      requests.push({ ...request, url } as ScriptRequest)
      const outcome = answers[number - 1] ?? 'failed'
      if (number === answers.length) definedAt = clock.now() + definedAfterMs
      return outcome === 'loaded' ? { outcome, remove: () => void removed.push(number) } : { outcome }
    },
  }
  const ready = () => clock.now() >= definedAt
  const load = (options: Partial<MapsOptions> = {}) => loadMaps({ scripts, clock }, { url: URL, ready, ...options })
  return { clock, tries, requests, removed, load }
}

const messageOf = (promise: Promise<void>) =>
  promise.then(
    () => undefined,
    (error: Error) => error.message,
  )

describe('the maps script', () => {
  it('the maps script is loaded once when loading works', async () => {
    const { tries, removed, load } = setUp(['loaded'])
    await load()
    expect(tries).toEqual([0])
    expect(removed).toEqual([])
  })

  it('the maps script is retried 3 times, after growing delays', async () => {
    const { clock, tries, load } = setUp(['failed', 'failed', 'failed', 'loaded'])
    const loaded = load()
    await clock.advance(60_000)
    await loaded
    expect(tries).toEqual([0, 1_000, 3_000, 7_000])
    expect(clock.pending).toBe(0)
  })

  it('a maps script that fails after all retries is an error, which does not contain the key', async () => {
    const { clock, tries, load } = setUp([])
    const failure = messageOf(load())
    await clock.advance(60_000)
    expect(tries).toHaveLength(4)
    expect(await failure).toBe('The maps script could not be loaded: it was tried 4 times. (T84)')
  })

  it('loading the maps script stops when the caller aborts', async () => {
    const { clock, tries, load } = setUp([])
    const caller = new AbortController()
    const failed = expect(load({ signal: caller.signal })).rejects.toThrow('given up')
    await clock.advance(500)
    caller.abort()
    await failed
    expect(tries).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  it('loading resolves only when the script has defined what ready checks for, which may be a moment after it has run', async () => {
    const { clock, tries, load } = setUp(['loaded'], 900)
    let isLoaded = false
    const loaded = load().then(() => (isLoaded = true))
    await clock.advance(800)
    expect(isLoaded).toBe(false)
    await clock.advance(200)
    await loaded
    expect(tries).toEqual([0])
    expect(clock.pending).toBe(0)
  })

  it('a script that runs and defines nothing, such as a page in its place, is removed and retried', async () => {
    const { clock, tries, removed, load } = setUp(['loaded', 'loaded', 'loaded'])
    let isDefined = false
    const loaded = load({ ready: () => isDefined || void (isDefined = tries.length === 3) })
    await clock.advance(60_000)
    await loaded
    expect(tries).toEqual([0, 6_000, 13_000])
    expect(removed).toEqual([1, 2])
  })

  it('the maps script is not loaded when the page has it already', async () => {
    const { tries, load } = setUp(['loaded'])
    await load({ ready: () => ({}) })
    expect(tries).toEqual([])
  })

  it('the maps script counts as missing when ready throws', async () => {
    const { clock, tries, load } = setUp(['loaded'])
    const throws = () => {
      throw new TypeError('google is not defined')
    }
    const failure = messageOf(load({ ready: throws }))
    await clock.advance(60_000)
    expect(await failure).toContain('it was tried 4 times')
    expect(tries).toHaveLength(4)
  })

  it('the maps script stays in the page when one caller aborts before it is ready, because another caller may wait for it', async () => {
    const { clock, removed, load } = setUp(['loaded'], 60_000)
    const caller = new AbortController()
    const failed = expect(load({ signal: caller.signal })).rejects.toThrow('given up')
    await clock.advance(500)
    caller.abort()
    await failed
    expect(removed).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('the maps script is loaded with the nonce and the Trusted Types policy of the page', async () => {
    const { requests, load } = setUp(['loaded'])
    const policy = { createScriptURL: (url: string) => url }
    await load({ nonce: 'n-1', policy })
    expect(requests).toMatchObject([{ url: URL, nonce: 'n-1', policy }])
  })

  it('a maps script that Trusted Types refuse is an error at once, which says what to set', async () => {
    const { tries, load } = setUp(['refused'])
    expect(await messageOf(load())).toBe(
      'The page takes addresses of scripts from a Trusted Types policy only: set policy of loadMaps({ url, ready, policy }) to one that allows this address. (T83)',
    )
    expect(tries).toHaveLength(1)
  })

  it('loadMaps rejects without a ready function', async () => {
    const { tries, load } = setUp(['loaded'])
    expect(await messageOf(load({ ready: undefined as never }))).toBe(
      'Set ready of loadMaps({ url, ready }) to a function that returns what the script defines, such as () => window.google?.maps?.version. (T81)',
    )
    expect(tries).toEqual([])
  })
})
