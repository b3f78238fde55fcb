import { expect, it, vi } from 'vitest'
import { describeChannel } from '../core/ports/channel.suite.ts'
import { describeTabs } from '../core/ports/tabs.suite.ts'
import { engineDifferences } from './engineDifferences.suite.ts'
import { webChannel, webTabs } from './webTabs.ts'

let count = 0
describeTabs('tabs with Web Locks', () => {
  const prefix = `tabs-test-${(count += 1)}:`
  return [webTabs(prefix), webTabs(prefix)]
})

it('releases the lock for another tab as soon as the page is left, whatever its task still waits for', async () => {
  const tabs = webTabs('tabs-test-stuck:')
  const stuck = tabs.whileAlone('a', new AbortController().signal, () => new Promise(() => {}))
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1)
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(await stuck).toBe(true)
  expect(await webTabs('tabs-test-stuck:').whileAlone('a', new AbortController().signal, async () => {})).toBe(true)
})

it('says that another document has changed a value under a prefix, and not that this one has', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const other = frame.contentWindow?.localStorage
  const heard: string[] = []
  const stop = webTabs('tabs-test:').onStored('visitor', () => heard.push('visitor'))
  webTabs('tabs-test:').onStored('other', () => heard.push('other'))
  localStorage.setItem('tabs-test:visitor:own', '1')
  other?.setItem('visitor:foreign', '1')
  other?.setItem('tabs-test:visitor:Desk', '1')
  await expect.poll(() => heard).toEqual(['visitor'])
  other?.removeItem('tabs-test:visitor:Desk')
  await expect.poll(() => heard).toEqual(['visitor', 'visitor'])
  stop()
  other?.setItem('tabs-test:visitor:Desk', '2')
  other?.setItem('tabs-test:other', '1')
  await expect.poll(() => heard).toEqual(['visitor', 'visitor', 'other'])
  localStorage.clear()
  frame.remove()
})

it('aborts the task when the page is left, and releases the lock', async () => {
  const tabs = webTabs('tabs-test-leaving:')
  const ended = tabs.whileAlone('a', new AbortController().signal, async (signal) => {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    await aborted
  })
  expect(await ended).toBe(true)
  expect((await navigator.locks.query()).pending).toEqual([])
})

it('runs the task without a lock where the browser refuses locks, for example when it blocks site data', async () => {
  const refused = async () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
  const tabs = webTabs('tabs-test-refused:', () => ({ request: refused, query: refused }))
  let isDone = false
  expect(await tabs.whileAlone('a', new AbortController().signal, async () => void (isDone = true))).toBe(true)
  expect(isDone).toBe(true)
})

it('does not request a lock that is not free where that keeps the page out of the back/forward cache', async () => {
  const prefix = 'tabs-test-asks:'
  const asked: (string | undefined)[] = []
  const request = (name: string, options: LockOptions, task: LockGrantedCallback<unknown>) => {
    asked.push(name)
    return navigator.locks.request(name, options, task)
  }
  const locks = { request, query: () => navigator.locks.query() } as unknown as LockManager
  const careful = webTabs(
    prefix,
    () => locks,
    () => ({ exits: [], asksFirst: true }),
  )
  const holder = new AbortController()
  const held = webTabs(prefix).whileAlone('a', holder.signal, () => new Promise(() => {}))
  await expect.poll(careful.running).toContain('a')
  const hasRun = async () => careful.whileAlone('a', open, async () => {})
  expect([await hasRun(), asked]).toEqual([false, []])
  holder.abort()
  await held
  expect([await hasRun(), asked]).toEqual([true, [`${prefix}a`]])
})

const open = new AbortController().signal
const failures: [what: string, request: () => Promise<unknown>][] = [
  ['reject', async () => Promise.reject(new DOMException('The request was aborted.', 'AbortError'))],
  ['reject with nothing', async () => Promise.reject(undefined)],
  [
    'throw',
    () => {
      throw new TypeError('locks.request is not a function')
    },
  ],
  ['answer with nothing', () => undefined as never],
  ['never answer', () => new Promise(() => {})],
]
it.each(failures)('runs the task once, without a lock, within five seconds if the locks %s', async (_what, request) => {
  vi.useFakeTimers()
  const locks = { request, query: request } as unknown as LockManager
  const tabs = webTabs('tabs-test-broken:', () => locks)
  let runs = 0
  const ran = tabs.whileAlone('a', open, async () => void (runs += 1))
  const running = tabs.running()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([await ran, await running, runs, vi.getTimerCount()]).toEqual([true, undefined, 1, 0])
  vi.useRealTimers()
})

it('does not run the task again if the locks answer after it has run without', async () => {
  vi.useFakeTimers()
  let grant = (_lock: Lock | null) => {}
  const request = (_name: string, _options: object, task: (lock: Lock | null) => Promise<void>) =>
    new Promise((resolve) => (grant = (lock) => resolve(task(lock))))
  const tabs = webTabs('tabs-test-late:', () => ({ request }) as unknown as LockManager)
  let runs = 0
  const ran = tabs.whileAlone('a', open, async () => void (runs += 1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await ran).toBe(true)
  grant({ name: 'a', mode: 'exclusive' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toBe(1)
  vi.useRealTimers()
})

it('does not run the task in a document that is gone', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const { locks } = frame.contentWindow?.navigator ?? navigator
  frame.remove()
  const tabs = webTabs('tabs-test-gone:', () => locks)
  let hasRun = false
  const asked = tabs.whileAlone('a', new AbortController().signal, async () => void (hasRun = true))
  if (engineDifferences.refusesLocksOfGoneDocuments) expect(await asked).toBe(false)
  // The same lock is free for the current document.
  expect(await webTabs('tabs-test-gone:').whileAlone('a', new AbortController().signal, async () => {})).toBe(true)
  expect(hasRun).toBe(false)
})

it('resolves when its caller aborts even if the browser never settles the request, as Firefox in a document that is gone', async () => {
  const never = () => new Promise<never>(() => {})
  const caller = new AbortController()
  const tabs = webTabs('tabs-test-never:', () => ({ request: never, query: never }))
  const ended = tabs.whileAlone('a', caller.signal, () => Promise.reject(new Error('ran')))
  caller.abort()
  expect(await ended).toBe(false)
})

it('releases the lock at `beforeunload` where `pagehide` is too late for the back/forward cache', async () => {
  const tabs = webTabs('tabs-test-early:', undefined, () => ({ exits: ['beforeunload', 'pagehide'], asksFirst: false }))
  const ended = tabs.whileAlone('a', new AbortController().signal, () => new Promise(() => {}))
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1)
  window.dispatchEvent(new Event('beforeunload'))
  expect(await ended).toBe(true)
  expect((await navigator.locks.query()).pending).toEqual([])
})

// A `BroadcastChannel` receives the messages of all others of its name, including those of the same page.
describeChannel('a channel between tabs', () => [webChannel, webChannel])

it('returns undefined where the browser refuses a channel, as Firefox does when it blocks site data', () => {
  const { BroadcastChannel } = window
  function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  Object.defineProperty(window, 'BroadcastChannel', { configurable: true, value: refuse })
  const post = webChannel('refused', { onMessage() {}, onReturn() {} }, new AbortController().signal)
  Object.defineProperty(window, 'BroadcastChannel', { configurable: true, value: BroadcastChannel })
  expect(post).toBeUndefined()
})
