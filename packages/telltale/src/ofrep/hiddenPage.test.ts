import { describe, expect, test } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { followingPage, ofrepServer, REFETCH, serve, URL_A } from './ofrepPage.suite.ts'

describe('a page that is hidden', () => {
  test('ends its stream after the delay of the server, and requests all flags when it is back', async () => {
    const server = ofrepServer()
    server.eventStreams = [{ type: 'sse', url: URL_A, inactivityDelaySec: 30 }]
    const { platform, clock } = await followingPage({ server })
    platform.mayExit()
    await clock.advance(29_000)
    platform.comeBack()
    await clock.advance(60_000)
    expect(server.asked).toHaveLength(2)
    platform.mayExit()
    await clock.advance(31_000)
    server.notify(REFETCH)
    await clock.advance(1_000)
    expect(server.asked).toHaveLength(2)
    platform.comeBack()
    await clock.advance(1_000)
    expect(server.opened()).toEqual([URL_A, URL_A])
    expect(server.asked[2]?.headers).not.toHaveProperty('If-None-Match')
  })

  test('that was suspended, so that no timer has run, requests all flags when it is back', async () => {
    const { server, platform, clock } = await followingPage()
    const { now } = clock
    platform.mayExit()
    clock.now = () => now() + 3_600_000
    platform.comeBack()
    await clock.advance(1_000)
    expect(server.opened()).toEqual([URL_A, URL_A])
    expect(server.asked[2]?.headers).not.toHaveProperty('If-None-Match')
    const before = server.asked.length
    clock.now = () => now() + 7_200_000
    platform.comeBack()
    await platform.settle()
    expect(server.asked).toHaveLength(before)
  })

  test('leaves the stream to a tab that is shown', async () => {
    const disk = fakeDisk()
    const server = ofrepServer()
    const [hidden, shown] = [await followingPage({ server, disk }), await followingPage({ server, disk })]
    expect(server.opened()).toEqual([URL_A])
    hidden.platform.mayExit()
    await hidden.clock.advance(130_000)
    await shown.clock.advance(1_000)
    expect(server.opened()).toEqual([URL_A, URL_A])
    serve(server, 'team')
    server.notify(REFETCH)
    await shown.clock.advance(60)
    expect(shown.telltale.flags.variation('plan', 'none')).toBe('team')
    expect(hidden.telltale.flags.variation('plan', 'none')).toBe('pro')
    hidden.platform.comeBack()
    await hidden.settle()
    expect(hidden.telltale.flags.variation('plan', 'none')).toBe('team')
  })
})

test('one tab follows the stream for all tabs', async () => {
  const disk = fakeDisk()
  const server = ofrepServer()
  const pages = [await followingPage({ server, disk }), await followingPage({ server, disk })]
  serve(server, 'team')
  server.notify(REFETCH)
  for (const { clock } of pages) await clock.advance(60)
  expect(server.opened()).toEqual([URL_A])
  expect(pages.map(({ telltale }) => telltale.flags.variation('plan', 'none'))).toEqual(['team', 'team'])
})

describe('a server without a stream', () => {
  const server = () => Object.assign(ofrepServer(), { eventStreams: [] })

  test('is asked when the page is back', async () => {
    const page = await followingPage({ server: server() })
    await page.clock.advance(600_000)
    expect(page.server.asked).toHaveLength(1)
    serve(page.server, 'team')
    page.platform.comeBack()
    await page.settle()
    expect(page.telltale.flags.variation('plan', 'none')).toBe('team')
  })

  test('is asked at an interval, if the application wants that, and not while the page is hidden for long', async () => {
    const page = await followingPage({ server: server(), more: { pollIntervalMs: 30_000 } })
    serve(page.server, 'team')
    await page.clock.advance(31_000)
    expect(page.telltale.flags.variation('plan', 'none')).toBe('team')
    expect(page.server.asked).toHaveLength(2)
    page.platform.mayExit()
    await page.clock.advance(600_000)
    expect(page.server.asked.length).toBeLessThan(8)
    page.platform.comeBack()
    await page.clock.advance(31_000)
    expect(page.server.asked.at(-1)?.headers).toHaveProperty('If-None-Match')
  })

  test('is not asked at an interval if it has a stream', async () => {
    const page = await followingPage({ more: { pollIntervalMs: 30_000 } })
    await page.clock.advance(100_000)
    expect(page.server.asked).toHaveLength(2)
  })
})
