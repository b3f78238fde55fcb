import { expect, it } from 'vitest'
import { collector } from '../adapters/collector.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { createTelltale } from './createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'

const STORED: FakeAnswer = { status: 202 }

/** A page whose user is known, and that has nothing left to deliver. */
async function openPage(answer: () => FakeAnswer = () => STORED, disk = fakeDisk()) {
  const platform = fakePlatform(
    ({ url }) => (url.includes('who-am-i') ? { status: 200, body: { unique_identity: 'ida' } } : answer()),
    disk,
  )
  const settings = { ...sandboxSettings, auth: { token: () => '4b0d3e5c-6d6f-4f0c-9a55-0d1f3f7c2a91' } }
  const telltale = createTelltale(
    { ...settings, destinations: [collector({ url: 'https://collect.test/' })] },
    platform,
  )
  await platform.clock.advance(1_000)
  const before = platform.transport.requests.length
  /** The names of the events of each request since. */
  const sent = () =>
    platform.transport.requests
      .slice(before)
      .map(({ body = '' }) => (JSON.parse(body).events as { name: string }[]).map(({ name }) => name).join())
  return { platform, telltale, sent }
}

it('sends an event at once that the application tracks in its own exit listener, after the library’s has run', async () => {
  const { platform, telltale, sent } = await openPage()
  platform.page.onMayExit(() => telltale.track('Session ended'))
  platform.mayExit()
  expect(sent()).toEqual(['Session ended'])
  telltale.close()
})

it('sends what one task tracks on a hidden page in two requests at most, and each event once', async () => {
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

it('sends nothing at once that a hidden page tracks while earlier events wait for the next try, so that the order stays', async () => {
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

it('sends nothing at once that a hidden page tracks while the collector has asked to be left alone', async () => {
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

it('stores in the database what is tracked in an exit in which localStorage keeps nothing, as Firefox closes a tab', async () => {
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

it('lets events wait for others again once the page is looked at again', async () => {
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
