import { expect, it } from 'vitest'
import { documentScripts } from './documentScripts.ts'

const { signal } = new AbortController()
const scripts = () => document.head.querySelectorAll('script').length

it('loads and runs a script', async () => {
  const url = URL.createObjectURL(new Blob(['globalThis.mapsTest = 1'], { type: 'text/javascript' }))
  expect(await documentScripts.load(url, { nonce: 'n-1', signal })).toBe(true)
  expect((globalThis as { mapsTest?: number }).mapsTest).toBe(1)
})

it('says so when a script fails, and leaves nothing of it in the page', async () => {
  const before = scripts()
  expect(await documentScripts.load('/there-is-no-such-script.js?x', { signal: AbortSignal.timeout(10_000) })).toBe(
    false,
  )
  expect(scripts()).toBe(before)
})

it('gives up when nobody wants the script any more', async () => {
  const caller = new AbortController()
  const loading = documentScripts.load('/slow.js', { signal: caller.signal })
  caller.abort()
  expect(await loading).toBe(false)
  expect(await documentScripts.load('/slow.js', { signal: caller.signal })).toBe(false)
})
