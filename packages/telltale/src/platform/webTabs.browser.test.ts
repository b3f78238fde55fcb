import { expect, it } from 'vitest'
import { describeTabs } from '../core/ports/tabs.suite.ts'
import { webTabs } from './webTabs.ts'

let count = 0
describeTabs('tabs with Web Locks', () => {
  const prefix = `tabs-test-${(count += 1)}:`
  return [webTabs(prefix), webTabs(prefix)]
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
