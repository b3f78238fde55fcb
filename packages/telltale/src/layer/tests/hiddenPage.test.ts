import { expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

const STORED: FakeAnswer = { status: 202 }

/** A page whose user is known and that has no events left to deliver. */
async function openPage(answer: () => FakeAnswer = () => STORED, disk = fakeDisk()) {
  const platform = fakePlatform(
    ({ url }) => (url.includes('who-am-i') ? { status: 200, body: { unique_identity: 'ida' } } : answer()),
    disk,
  )
  const settings = { ...sandboxSettings, auth: { token: () => '4b0d3e5c-6d6f-4f0c-9a55-0d1f3f7c2a91' } }
  const telltale = createTelltaleAtOnce(
    { ...settings, destinations: [collector({ url: 'https://collect.test/' })] },
    platform,
  )
  await platform.clock.advance(1_000)
  const before = platform.transport.requests.length
  /** The names of the events in each request since then. */
  const sent = () =>
    platform.transport.requests
      .slice(before)
      .map(({ body = '' }) => (readBatch(body).events as { name: string }[]).map(({ name }) => name).join())
  return { platform, telltale, sent }
}

it('an event that the application tracks in its own exit listener, after the library’s, is sent at once', async () => {
  const { platform, telltale, sent } = await openPage()
  platform.page.onMayExit(() => telltale.track('Session ended'))
  platform.mayExit()
  expect(sent()).toEqual(['Session ended'])
  telltale.close()
})

it('events tracked in one task on a hidden page are sent in at most two requests, each event once', async () => {
  const { platform, telltale, sent } = await openPage()
  platform.mayExit()
  for (const name of ['one', 'two', 'three']) telltale.track(name)
  await platform.clock.advance(10_000)
  expect(sent()).toEqual(['one', 'two,three'])
  telltale.track('four')
  await platform.clock.advance(10_000)
  expect(sent()).toEqual(['one', 'two,three', 'four'])
  telltale.close()
})

it('an event tracked on a hidden page is not sent at once while earlier events wait for a retry, which keeps the order', async () => {
  let status = 503
  const { platform, telltale, sent } = await openPage(() => ({ status }))
  platform.mayExit()
  telltale.track('one')
  await platform.settle()
  const before = sent().length
  status = 202
  telltale.track('two')
  await platform.settle()
  expect(sent()).toHaveLength(before)
  await platform.clock.advance(60_000)
  expect(sent().at(-1)).toMatch(/one,two$/)
  telltale.close()
})

it('an event tracked on a hidden page is not sent at once while the collector has asked for a wait', async () => {
  const { platform, telltale, sent } = await openPage(() => ({ status: 429, headers: { 'Retry-After': '60' } }))
  telltale.track('one')
  await platform.clock.advance(1_000)
  platform.mayExit()
  await platform.settle()
  const before = sent().length
  telltale.track('two')
  await platform.clock.advance(30_000)
  expect(sent()).toHaveLength(before)
  telltale.close()
})

it('an event tracked at an exit is stored in the database when localStorage keeps nothing, as when Firefox closes a tab', async () => {
  const disk = fakeDisk()
  const { platform, telltale } = await openPage(() => ({ status: 503 }), disk)
  platform.page.onMayExit(() => telltale.track('Session ended'))
  disk.condition = 'closing'
  platform.leave()
  await platform.settle()
  telltale.close()
  disk.condition = 'well'
  const next = await openPage(undefined, disk)
  expect(next.platform.transport.requests.map(({ body }) => body).join()).toContain('Session ended')
  next.telltale.close()
})

it('events are batched again when the page is visible again', async () => {
  const { platform, telltale, sent } = await openPage()
  platform.mayExit()
  platform.comeBack()
  telltale.track('one')
  telltale.track('two')
  expect(sent()).toEqual([])
  await platform.clock.advance(1_000)
  expect(sent()).toEqual(['one,two'])
  telltale.close()
})
