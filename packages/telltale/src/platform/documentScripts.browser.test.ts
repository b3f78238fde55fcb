import { expect, it } from 'vitest'
import { documentScripts } from './documentScripts.ts'

const { signal } = new AbortController()
const scriptsOf = (url: string) => document.head.querySelectorAll(`script[src="${url}"]`).length
const urlOf = (code: string) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))

it('loads and runs a script', async () => {
  const url = urlOf('globalThis.mapsTest = 1')
  expect(await documentScripts.load(url, { nonce: 'n-1', signal })).toMatchObject({ outcome: 'loaded' })
  expect((globalThis as { mapsTest?: number }).mapsTest).toBe(1)
})

it('returns `failed` when a script fails, and leaves nothing of it in the page', async () => {
  const url = '/there-is-no-such-script.js?x'
  const load = () => documentScripts.load(url, { signal: AbortSignal.timeout(10_000) })
  expect(await load()).toEqual({ outcome: 'failed' })
  expect(await load()).toEqual({ outcome: 'failed' })
  expect(scriptsOf(url)).toBe(0)
})

it('returns `failed` when the caller aborts', async () => {
  const caller = new AbortController()
  const loading = documentScripts.load('/slow.js', { signal: caller.signal })
  caller.abort()
  expect(await loading).toEqual({ outcome: 'failed' })
  expect(await documentScripts.load('/slow.js', { signal: caller.signal })).toEqual({ outcome: 'failed' })
})

it('runs a script once that is requested twice, at once or later, and again after it was removed', async () => {
  const counts = globalThis as { mapsRuns?: number }
  const url = urlOf('globalThis.mapsRuns = (globalThis.mapsRuns ?? 0) + 1')
  const caller = new AbortController()
  const aborted = documentScripts.load(url, { signal: caller.signal })
  caller.abort()
  const [first, second] = await Promise.all([1, 2].map(() => documentScripts.load(url, { signal })))
  expect(await aborted).toEqual({ outcome: 'failed' })
  expect(await documentScripts.load(url, { signal })).toBe(first)
  expect(second).toBe(first)
  expect([counts.mapsRuns, scriptsOf(url)]).toEqual([1, 1])

  const remove = first?.outcome === 'loaded' ? first.remove : undefined
  remove?.()
  expect(scriptsOf(url)).toBe(0)
  await documentScripts.load(url, { signal })
  // As called by another caller that waited for the first script. The second script stays.
  remove?.()
  await documentScripts.load(url, { signal })
  expect([counts.mapsRuns, scriptsOf(url)]).toEqual([2, 1])
})

it('takes the address from a policy, and returns `refused` when the policy refuses it', async () => {
  const url = urlOf('globalThis.mapsPolicy = true')
  const asked: string[] = []
  const policy = {
    createScriptURL(given: string) {
      asked.push(given)
      return given
    },
  }
  expect(await documentScripts.load(url, { policy, signal })).toMatchObject({ outcome: 'loaded' })
  expect(asked).toEqual([url])

  const refusing = {
    createScriptURL: () => {
      throw new TypeError('not this address')
    },
  }
  expect(await documentScripts.load('/refused.js', { policy: refusing, signal })).toEqual({ outcome: 'refused' })
  expect(scriptsOf('/refused.js')).toBe(0)
})

it('does not load a script that another loader has put in the page with another query, until that script is removed', async () => {
  const foreign = Object.assign(document.createElement('script'), { src: '/foreign-maps.js?key=a&callback=b' })
  document.head.append(foreign)
  const url = '/foreign-maps.js?key=a'
  const first = await documentScripts.load(url, { signal })
  expect(first).toMatchObject({ outcome: 'loaded' })
  expect(scriptsOf(url)).toBe(0)
  expect(await documentScripts.load('/foreign-maps.json?key=a', { signal })).toEqual({ outcome: 'failed' })

  if (first.outcome === 'loaded') first.remove()
  expect(foreign.isConnected).toBe(true)
  const second = documentScripts.load(url, { signal })
  expect(scriptsOf(url)).toBe(1)
  expect(await second).toEqual({ outcome: 'failed' })
  foreign.remove()
})
