import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen, type Listening } from 'stage/listen'
import { readBody } from 'stage/readBody'
import { openStage, type Stage } from 'stage/openStage'
import { openTab } from 'stage/tab'
import { arrivedNames } from './arrivedEvents.ts'
import { expect, test } from './test.ts'

/** The library waits for up to a minute between two attempts. A busy machine may take longer. */
const patient = { timeout: 120_000 }

const errorsOf = ({ profile }: Stage) => profile.console.filter(({ type }) => type === 'error').map(({ text }) => text)

test('events tracked while the collector redirects to a sign-in page are delivered once it answers again', async ({
  engine,
}) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
  try {
    const page = await stage.profile.openTab()
    stage.collector.setHealth('redirecting')
    const tab = await openTab(page, { url: stage.server.url, name: 'ev-redirected-t0', largeBytes: 1 })
    await tab.track({ to: 5 })
    await expect.poll(() => stage.collector.redirects.answered, patient).toBeGreaterThan(1)
    expect(arrivedNames(stage)).toEqual([])

    stage.collector.setHealth('healthy')
    await expect.poll(() => arrivedNames(stage), patient).toEqual([0, 1, 2, 3, 4].map((n) => `ev-redirected-t0-n${n}`))
    expect([...stage.collector.taken().values()]).toEqual([1, 1, 1, 1, 1])
    expect(stage.collector.redirects.followed).toBe(0)
    expect(errorsOf(stage).filter((text) => text.includes('redirect'))).toEqual([
      expect.stringMatching(/^Telltale \(collector\): its url redirects\. .*\(T72\)$/),
    ])
  } finally {
    await stage.close()
  }
})

test('events tracked behind a captive portal, which answers 200 with its own page, are delivered once it is gone', async ({
  engine,
}) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0 })
  try {
    const page = await stage.profile.openTab()
    stage.collector.setHealth('portal')
    const tab = await openTab(page, { url: stage.server.url, name: 'ev-portal-t0', largeBytes: 1 })
    await tab.track({ to: 2 })
    await expect.poll(() => stage.collector.asked(), patient).toBeGreaterThan(1)
    stage.collector.setHealth('healthy')
    await expect.poll(() => arrivedNames(stage), patient).toEqual(['ev-portal-t0-n0', 'ev-portal-t0-n1'])
    expect(errorsOf(stage).filter((text) => text.includes('(T74)'))).toHaveLength(1)
  } finally {
    await stage.close()
  }
})

test('requests sent while the page is left follow no redirect to another origin, and the next page delivers their events', async ({
  engine,
}) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 1 })
  try {
    stage.collector.setHealth('redirecting')
    await stage.tabs[0]?.trackAndLeave({ to: 5 })
    await expect.poll(() => stage.collector.redirects.answered, patient).toBeGreaterThan(0)
    await sleep(1_000) // for a request that follows
    expect(stage.collector.redirects.followed).toBe(0)

    stage.collector.setHealth('healthy')
    await stage.open()
    await expect.poll(() => arrivedNames(stage), patient).toEqual(stage.names(5))
    expect([...stage.collector.taken().values()]).toEqual([1, 1, 1, 1, 1])
  } finally {
    await stage.close()
  }
})

/** Another origin, which answers every request like the application's own server. */
async function startElsewhere() {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = []
  const listening = await listen((request, response) => {
    const path = request.url ?? ''
    if (request.method !== 'OPTIONS') asked.push({ path, headers: request.headers })
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const body = path.includes('/who-am-i') ? { unique_identity: 'elsewhere' } : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { ...listening, asked }
}

/** A proxy for the application's own server that redirects the selected requests to another origin. */
async function startFront(server: Listening, elsewhere: Listening) {
  const front = { redirected: /^$/, redirects: [] as string[] }
  const listening = await listen((request, response) => void answer(request, response).catch(() => response.destroy()))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    if (front.redirected.test(path)) {
      front.redirects.push(path)
      // A request for flags may be a POST, whose method and body are repeated.
      return void response.writeHead(307, { location: elsewhere.url + path }).end()
    }
    const method = request.method ?? 'GET'
    const body = method === 'GET' ? null : await readBody(request)
    const own = await fetch(server.url + path, { method, body })
    const type = own.headers.get('content-type') ?? 'text/plain'
    response.writeHead(own.status, { 'content-type': type })
    // Passed on in chunks, because a stream does not end.
    for await (const chunk of own.body ?? []) response.write(chunk)
    response.end()
  }

  return Object.assign(front, listening)
}

test('tokens are not sent to another origin when who-am-i redirects, its answer is not used as the identity, and events wait until who-am-i answers', async ({
  engine,
}) => {
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, settings: { idToken: 'secret-id-token' } })
  const elsewhere = await startElsewhere()
  const front = await startFront(stage.server, elsewhere)
  try {
    front.redirected = /\/who-am-i/
    const page = await stage.profile.openTab()
    const tab = await openTab(page, { url: front.url, name: 'ev-front-t0', largeBytes: 1 })
    await tab.track({ to: 1 })
    // A redirect says nothing about the token.
    await expect.poll(() => front.redirects.length, patient).toBeGreaterThan(1)
    expect(stage.collector.stored()).toEqual([])
    front.redirected = /^$/
    await expect.poll(() => stage.collector.stored().at(-1)?.identity.id, patient).toEqual(expect.any(String))
    expect(elsewhere.asked).toEqual([])
    expect(errorsOf(stage).filter((text) => text.startsWith('useHeaperIdentity() error'))).toEqual([
      expect.stringContaining('who-am-i redirects, probably to a sign-in page'),
    ])
  } finally {
    await Promise.all([stage.close(), elsewhere.close(), front.close()])
  }
})

test('requests for flags and flag events follow no redirect to another origin, and succeed once their own service answers again', async ({
  engine,
}) => {
  const settings = { streaming: true, bannerBytes: 10 } as const
  const stage = await openStage(engine, { sdk: 'telltale', tabs: 0, settings })
  const elsewhere = await startElsewhere()
  const front = await startFront(stage.server, elsewhere)
  try {
    front.redirected = /^\/(sdk|eval|events)\//
    const page = await stage.profile.openTab()
    const tab = await openTab(page, { url: front.url, name: 'ev-front-t1', largeBytes: 1 })
    await tab.track({ to: 1, looks: 1 })
    for (const route of ['/sdk/evalx/', '/sdk/goals/', '/eval/', '/events/']) {
      await expect.poll(() => front.redirects.some((path) => path.startsWith(route)), patient).toBe(true)
    }
    front.redirected = /^$/
    let number = 1
    const lastValue = async () => {
      await tab.track({ from: number, to: (number += 1) })
      return stage.collector.stored().at(-1)?.properties['LDFF: new_pricing']
    }
    await expect.poll(lastValue, patient).toBe(true)
    await expect.poll(() => stage.server.flagEvents.length, patient).toBeGreaterThan(0)
    expect(elsewhere.asked).toEqual([])
  } finally {
    await Promise.all([stage.close(), elsewhere.close(), front.close()])
  }
})
