import { expect, it } from 'vitest'
import { describeTabs } from '../core/ports/tabs.suite.ts'
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
