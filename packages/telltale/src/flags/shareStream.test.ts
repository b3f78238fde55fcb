import { expect, test } from 'vitest'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { shareStream } from './shareStream.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeClock, settle } from '../testing/fakePlatform.ts'
import { fakeTabs } from '../testing/fakeTabs.ts'

const URL = 'https://stream.test/eval/env/abc'

/** A browser whose tabs need the same stream. */
function browser() {
  const [clock, disk] = [fakeClock(), fakeDisk()]
  const open: ((message: ServerSentEvent) => void)[] = []
  const refusals = { isRefused: false, count: 0 }

  function tab(url = URL, itsClock = clock, canHear = true) {
    const tabs = fakeTabs(disk)
    const ending = new AbortController()
    const reported: string[] = []
    const ended = shareStream(
      { url },
      {
        tabs,
        channel: canHear ? tabs.channel : () => undefined,
        clock: itsClock,
        async stream(onMessage, signal) {
          if (refusals.isRefused) return void (refusals.count += 1)
          open.push(onMessage)
          if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          open.splice(open.indexOf(onMessage), 1)
        },
        onMessage: ({ data }) => reported.push(data),
        onMissed: () => reported.push('missed'),
        hasMissed: true,
      },
      ending.signal,
    )
    return { reported, ended, stop: () => ending.abort(), crash: tabs.leave, almostLeave: tabs.almostLeave }
  }

  /** The service sends a message to all open streams. */
  async function send(data: string) {
    for (const hear of [...open]) hear({ event: 'patch', data })
    await settle()
  }

  return { clock, tab, send, streams: () => open.length, refusals }
}

test('twenty tabs share one stream, and each of them receives every message', async () => {
  const { tab, send, streams } = browser()
  const tabs = Array.from({ length: 20 }, () => tab())
  await settle()
  expect(streams()).toBe(1)
  await send('one')
  await send('two')
  expect(tabs[0]?.reported).toEqual(['one', 'two'])
  // A tab that joins has missed earlier messages, and requests the flags.
  for (const { reported } of tabs.slice(1)) expect(reported).toEqual(['missed', 'one', 'two'])
})

test('a tab with another request has another stream', async () => {
  const { tab, streams } = browser()
  tab()
  tab('https://stream.test/eval/env/somebody-else')
  await settle()
  expect(streams()).toBe(2)
})

test('when the tab that holds the stream closes, another tab takes over shortly afterwards', async () => {
  const { tab, send, streams, clock } = browser()
  const [first, second, third] = [tab(), tab(), tab()]
  await settle()
  first.stop()
  await first.ended
  await clock.advance(200)
  expect(streams()).toBe(1)
  await send('after')
  expect([second.reported, third.reported]).toEqual([
    ['missed', 'after'],
    ['missed', 'after'],
  ])
  second.stop()
  third.stop()
  await settle()
  expect([streams(), clock.pending]).toEqual([0, 0])
})

test('when the tab that holds the stream crashes, another tab takes over within a minute', async () => {
  const { tab, streams, clock } = browser()
  const first = tab()
  const second = tab()
  await settle()
  first.crash()
  await clock.advance(60_200)
  expect(streams()).toBe(1)
  second.stop()
})

test('a tab that was about to close and stays open takes the stream again after ten seconds', async () => {
  const { tab, send, streams, clock } = browser()
  const { reported, almostLeave, stop } = tab()
  await settle()
  almostLeave()
  await clock.advance(9_000)
  expect(streams()).toBe(0)
  await clock.advance(2_000)
  expect(streams()).toBe(1)
  await send('after')
  expect(reported).toEqual(['after'])
  stop()
})

test('a tab without a channel to other tabs opens its own stream at once, even if another tab has the lock', async () => {
  const { tab, send, streams } = browser()
  tab()
  const second = tab(URL, undefined, false)
  await settle()
  expect(streams()).toBe(2)
  await send('one')
  expect(second.reported).toEqual(['one'])
})

test('no tab requests flags again while the stream works', async () => {
  const { tab, streams, clock } = browser()
  tab()
  const second = tab()
  await clock.advance(3_600_000)
  expect(streams()).toBe(1)
  expect(second.reported).toEqual(['missed'])
})

test('when the tab that holds the stream is silent for two minutes, other tabs open streams of their own', async () => {
  const { tab, streams, clock } = browser()
  const neverAdvanced = fakeClock()
  tab(URL, neverAdvanced)
  const second = tab()
  await clock.advance(60_000)
  expect(streams()).toBe(1)
  await clock.advance(61_000)
  expect(streams()).toBe(2)
  second.stop()
  await settle()
  expect(clock.pending).toBe(0)
})

test('a stream that is refused permanently is not requested again, and by each other tab at most once', async () => {
  const { tab, clock, refusals } = browser()
  refusals.isRefused = true
  const tabs = [tab(), tab(), tab()]
  await clock.advance(600_000)
  await Promise.all(tabs.map(({ ended }) => ended))
  expect(refusals.count).toBe(3)
})
