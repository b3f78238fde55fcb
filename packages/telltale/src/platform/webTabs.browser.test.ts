import { expect, it } from 'vitest'
import { describeTabs } from '../core/ports/tabs.suite.ts'
import { engineDifferences } from './engineDifferences.suite.ts'
import { webTabs } from './webTabs.ts'

let count = 0
describeTabs('tabs with Web Locks', () => {
  const prefix = `tabs-test-${(count += 1)}:`
  return [webTabs(prefix), webTabs(prefix)]
})

it('is free for another tab as soon as the page leaves, whatever its task still waits for', async () => {
  const tabs = webTabs('tabs-test-stuck:')
  const stuck = tabs.whileAlone('a', new AbortController().signal, () => new Promise(() => {}))
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1)
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(await stuck).toBe(true)
  expect(await webTabs('tabs-test-stuck:').whileAlone('a', new AbortController().signal, async () => {})).toBe(true)
})

it('tells the task to end when the page leaves, and so lets go of the lock', async () => {
  const tabs = webTabs('tabs-test-leaving:')
  const ended = tabs.whileAlone('a', new AbortController().signal, async (signal) => {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    await aborted
  })
  expect(await ended).toBe(true)
  expect((await navigator.locks.query()).held).toEqual([])
})

it('takes the tab to be alone where the browser refuses locks, as when it blocks site data', async () => {
  const refused = async () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
  const tabs = webTabs('tabs-test-refused:', () => ({ request: refused, query: refused }))
  let isDone = false
  expect(await tabs.whileAlone('a', new AbortController().signal, async () => void (isDone = true))).toBe(true)
  expect(isDone).toBe(true)
})

it('does nothing in a document that is gone', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const { locks } = frame.contentWindow?.navigator ?? navigator
  frame.remove()
  const tabs = webTabs('tabs-test-gone:', () => locks)
  let hasRun = false
  const asked = tabs.whileAlone('a', new AbortController().signal, async () => void (hasRun = true))
  if (engineDifferences.refusesLocksOfGoneDocuments) expect(await asked).toBe(false)
  // The same lock is free for the document that is here.
  expect(await webTabs('tabs-test-gone:').whileAlone('a', new AbortController().signal, async () => {})).toBe(true)
  expect(hasRun).toBe(false)
})

it('answers when its caller gives up, though the browser never settles the request, as Firefox in a document that is gone', async () => {
  const never = () => new Promise<never>(() => {})
  const caller = new AbortController()
  const tabs = webTabs('tabs-test-never:', () => ({ request: never, query: never }))
  const ended = tabs.whileAlone('a', caller.signal, () => Promise.reject(new Error('ran')))
  caller.abort()
  expect(await ended).toBe(false)
})

it('lets go of the lock at `beforeunload` where `pagehide` is too late for the back/forward cache', async () => {
  const tabs = webTabs('tabs-test-early:', undefined, () => ['beforeunload', 'pagehide'])
  const ended = tabs.whileAlone('a', new AbortController().signal, () => new Promise(() => {}))
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1)
  window.dispatchEvent(new Event('beforeunload'))
  expect(await ended).toBe(true)
  expect((await navigator.locks.query()).held).toEqual([])
})
