import { describe, expect, test } from 'vitest'
import { followingPage, ofrepServer, REFETCH, serve, URL_A } from './ofrepPage.suite.ts'

describe('the stream of a server', () => {
  test('is opened while something listens, and a message of it has the flags requested', async () => {
    const page = await followingPage({ more: { streaming: undefined } })
    expect(page.server.opened()).toEqual([])
    const changes: unknown[] = []
    const unwatch = page.telltale.flags.watch('plan', () => changes.push(page.telltale.flags.allFlags()['plan']))
    await page.settle()
    expect(page.server.opened()).toEqual([URL_A])
    expect(page.server.streams[0]?.headers).toEqual({ Accept: 'text/event-stream' })
    serve(page.server, 'team')
    page.server.notify({ ...REFETCH, etag: '"7"', lastModified: 1771622898 })
    await page.clock.advance(60)
    expect(changes).toEqual(['team'])
    expect(page.server.asked.at(-1)?.url).toBe(
      'https://flags.test/ofrep/v1/evaluate/flags?flagConfigEtag=%227%22&flagConfigLastModified=1771622898',
    )
    unwatch()
    await page.settle()
    page.server.notify(REFETCH)
    const before = page.server.asked.length
    await page.clock.advance(1_000)
    expect(page.server.asked).toHaveLength(before)
  })

  test('may be opened after a change: the flags are requested once it is open, with their tag', async () => {
    const { server } = await followingPage()
    expect(server.asked).toHaveLength(2)
    expect(server.asked[1]?.headers).toHaveProperty('If-None-Match')
  })

  test('may begin with a message: the flags are requested once', async () => {
    const server = ofrepServer()
    const page = await followingPage({ server, more: { streaming: undefined } })
    page.telltale.flags.watch('plan', () => {})
    await page.settle()
    server.notify(REFETCH)
    await page.clock.advance(1_000)
    expect(server.asked).toHaveLength(2)
  })

  test('sends many messages at once, for which the flags are requested once, for the latest of them', async () => {
    const { server, clock } = await followingPage()
    const before = server.asked.length
    for (const etag of ['1', '2', '3']) server.notify({ ...REFETCH, etag })
    await clock.advance(60)
    expect(server.asked).toHaveLength(before + 1)
    expect(server.asked.at(-1)?.url).toMatch(/\?flagConfigEtag=3$/)
    server.notify(REFETCH)
    await clock.advance(60)
    expect(server.asked.at(-1)?.url).toMatch(/flags$/)
  })

  test('causes a request whose failure is repeated with the query of the message', async () => {
    const { server, clock, telltale } = await followingPage()
    server.answer = { status: 503 }
    serve(server, 'team')
    server.notify({ ...REFETCH, etag: '7' })
    await clock.advance(60)
    server.answer = undefined
    await clock.advance(2_000)
    expect(server.asked.slice(-2).map(({ url }) => url.split('?')[1])).toEqual(['flagConfigEtag=7', 'flagConfigEtag=7'])
    expect(telltale.flags.variation('plan', 'none')).toBe('team')
  })

  test.each<[object, string?]>([
    [{ type: 'other' }],
    [{}],
    [[REFETCH]],
    [REFETCH, 'ping'],
    [{ type: ['refetchEvaluation'] }],
  ])('may send something else, which is ignored: %j %s', async (message, event) => {
    const { server, clock, messages } = await followingPage()
    server.streams[0]?.push(': heartbeat\n\ndata: no JSON\n\n')
    server.notify(message, event)
    await clock.advance(1_000)
    expect(server.asked).toHaveLength(2)
    expect(messages()).toEqual([])
  })

  test('is opened again when it has ended, and all flags are requested', async () => {
    const { server, clock, messages } = await followingPage()
    server.streams[0]?.end()
    await clock.advance(1_500)
    expect(server.opened()).toEqual([URL_A, URL_A])
    expect(server.asked).toHaveLength(3)
    expect(server.asked[2]?.headers).not.toHaveProperty('If-None-Match')
    expect(messages()).toEqual([])
  })

  test('that fails is opened again after growing delays, and is reported once without its address, until it is open', async () => {
    const server = ofrepServer()
    server.streamAnswer = { status: 503 }
    const page = await followingPage({ server })
    await page.clock.advance(20_000)
    expect(server.streams.length).toBeGreaterThan(3)
    expect(server.streams.length).toBeLessThan(9)
    const message = 'The stream of the flag server: 503. No change of a flag arrives until it is open again. (T208)'
    expect(page.messages()).toEqual([message])
    expect(page.open()).toEqual([message])
    server.streamAnswer = undefined
    await page.clock.advance(60_000)
    expect(page.open()).toEqual([])
    expect(page.messages()).toHaveLength(1)
    expect(JSON.stringify(page.problems)).not.toContain('secret')
  })

  test('that fails again after it was open for long is reported again', async () => {
    const page = await followingPage()
    await page.clock.advance(70_000)
    page.server.streamAnswer = { status: 503 }
    page.server.streams[0]?.end()
    await page.clock.advance(5_000)
    page.server.streamAnswer = undefined
    await page.clock.advance(100_000)
    expect(page.open()).toEqual([])
    page.server.streamAnswer = { status: 503 }
    page.server.streams.at(-1)?.end()
    await page.clock.advance(5_000)
    expect(page.messages()).toHaveLength(2)
    expect(page.open()).toHaveLength(1)
  })

  test('is opened again when nothing has come for five minutes, and not while something comes', async () => {
    const page = await followingPage()
    for (let times = 0; times < 4; times += 1) {
      await page.clock.advance(200_000)
      page.server.streams[0]?.push(': heartbeat\n\n')
    }
    await page.settle()
    expect(page.server.opened()).toHaveLength(1)
    await page.clock.advance(302_000)
    expect(page.server.opened()).toHaveLength(2)
  })

  test.each(['302', 'network'])('that does not answer is reported: %s', async (how) => {
    const server = ofrepServer()
    server.streamAnswer = how === '302' ? { status: 302 } : 'network'
    const page = await followingPage({ server })
    const reason = how === '302' ? 'the address redirects, probably to a sign-in page' : 'no answer'
    expect(page.messages()).toEqual([
      `The stream of the flag server: ${reason}. No change of a flag arrives until it is open again. (T208)`,
    ])
  })

  test('that is refused for good has another address in a new answer, or is not opened again', async () => {
    const server = ofrepServer()
    server.streamAnswer = { status: 401 }
    const page = await followingPage({ server })
    const message = 'The stream of the flag server: 401. No change of a flag arrives. (T208)'
    expect(page.messages()).toEqual([message])
    expect(server.opened()).toEqual([URL_A])
    expect(server.asked.at(-1)?.headers).not.toHaveProperty('If-None-Match')
    await page.clock.advance(600_000)
    expect(server.opened()).toEqual([URL_A])
    server.streamAnswer = undefined
    server.eventStreams = [{ type: 'sse', url: 'https://sse.test/b' }]
    serve(server, 'team')
    await page.signIn({ unique_identity: 'bob' })
    expect(server.opened()).toEqual([URL_A, 'https://sse.test/b'])
  })

  test('whose token is too old is opened with the new one', async () => {
    const server = ofrepServer()
    server.streamAnswer = { status: 403 }
    const { serve: serving } = server
    server.serve = (request) => {
      if (request.method !== 'POST' && !request.url.includes('secret')) server.streamAnswer = undefined
      const answer = serving(request)
      server.eventStreams = [{ type: 'sse', url: 'https://sse.test/new' }]
      return answer
    }
    const page = await followingPage({ server })
    await page.settle()
    expect(server.opened()).toEqual([URL_A, 'https://sse.test/new'])
    serve(server, 'team')
    server.notify(REFETCH)
    await page.clock.advance(100)
    expect(page.telltale.flags.variation('plan', 'none')).toBe('team')
  })

  test('is one of several, and all are followed', async () => {
    const server = ofrepServer()
    server.eventStreams = [
      { type: 'sse', url: URL_A },
      { type: 'sse', url: 'https://sse.test/b' },
    ]
    const page = await followingPage({ server })
    expect(server.opened()).toEqual([URL_A, 'https://sse.test/b'])
    serve(server, 'team')
    server.streams[0]?.push(`data: ${JSON.stringify(REFETCH)}\n\n`)
    await page.clock.advance(60)
    expect(page.telltale.flags.variation('plan', 'none')).toBe('team')
  })

  test('is followed with the flags of a bootstrap, too', async () => {
    const { server, telltale } = await followingPage({ more: { bootstrap: { plan: 'given' } } })
    expect(server.opened()).toEqual([URL_A])
    expect(telltale.flags.variation('plan', 'none')).toBe('pro')
  })

  test('leaves no timer, request or stream behind', async () => {
    const { server, clock, telltale, platform } = await followingPage({ more: { pollIntervalMs: 5_000 } })
    platform.mayExit()
    server.notify(REFETCH)
    await platform.settle()
    telltale.close()
    await platform.settle()
    expect(clock.pending).toBe(0)
    const before = server.asked.length
    await clock.advance(600_000)
    expect(server.asked).toHaveLength(before)
    expect(server.streams).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })
})
