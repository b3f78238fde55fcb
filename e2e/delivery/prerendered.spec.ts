import { expect, test } from '@playwright/test'
import type { PrerenderReport } from 'stage/prerenderReport'
import { openPrerenderStage, type PrerenderStage } from './prerenderStage.ts'
import { IDA, OTTO } from './recordedServices.ts'

// Chromium is a process of its own here, without a debugger: a debugger, Playwright's control included, switches prerendering off.

const LOAD = 'Load - App - Prerendered - Browser'
/** How long a page that is not shown is watched: batches, heartbeats and polls of the library come within a second. */
const QUIET_MS = 2_500
const patient = { timeout: 60_000 }

type ReportOf<Type> = Extract<PrerenderReport, { type: Type }>

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function onStage(play: (stage: PrerenderStage) => Promise<void>) {
  const stage = await openPrerenderStage()
  try {
    await play(stage)
  } finally {
    await stage.close()
  }
}

/** Resolves once the script of each page has run and tracked, in a page that is not shown. */
async function prerender(stage: PrerenderStage, ...urls: readonly string[]) {
  await stage.cue({ type: 'prerender', urls })
  const pages = urls.map((url) => url.replace(/^\/|\?.*/g, ''))
  const reports = await Promise.all(pages.map((page) => stage.reportOf('ran', page)))
  for (const { page, prerendering } of reports)
    if (prerendering !== true) throw new Error(`Chromium has loaded the page ${page} without prerendering it.`)
  return reports as unknown as readonly ReportOf<'ran'>[]
}

/** Shows a page that was prerendered, and fails if the browser has loaded it again instead. */
async function show(stage: PrerenderStage, url: string) {
  const page = url.replace(/^\/|\?.*/g, '')
  await stage.cue({ type: 'go', url })
  const { activationStart } = await activationOf(stage, page)
  if (!(activationStart > 0)) throw new Error(`Chromium has not activated the prerendered page ${page}.`)
  return shownOf(stage, page)
}

const activationOf = async (stage: PrerenderStage, page: string) =>
  (await stage.reportOf('activated', page)) as unknown as ReportOf<'activated'>
const shownOf = async (stage: PrerenderStage, page: string) =>
  (await stage.reportOf('shown', page)) as unknown as ReportOf<'shown'>

/** One line for each event: a collector drops the copies of an id. */
const linesOf = ({ arrived }: PrerenderStage) =>
  [...new Map(arrived.map((event) => [event.id, event])).values()]
    .map(({ name, identity }) => `${name}, ${identity.id ?? 'nobody'}`)
    .sort()

/** The events arrive, and no further one does a moment later. */
async function expectEvents(stage: PrerenderStage, expected: readonly string[]) {
  await expect.poll(() => linesOf(stage), patient).toEqual(expect.arrayContaining([...expected]))
  await pause(1_500)
  expect(linesOf(stage)).toEqual([...expected].sort())
}

const eventsOf = (page: string, owner: string, load: readonly string[] = [LOAD]) =>
  [...load, `ev-${page}-n0`, `ev-${page}-n1`].map((name) => `${name}, ${owner}`)

/** A normal page, whose user is remembered from then on. The opener is shown again after it. */
async function visitEarlier(stage: PrerenderStage) {
  await stage.cue({ type: 'go', url: '/earlier?returns' })
  await shownOf(stage, 'earlier')
  await expectEvents(stage, eventsOf('earlier', 'who:ida'))
  await stage.openerIsThere()
  await pause(500) // what the earlier page sends as it is left
}

const pathsOf = ({ asked }: PrerenderStage) => asked.map(({ method, path }) => `${method} ${path}`)

const sources = [
  { title: 'whose user who-am-i names', query: '', owner: 'who:ida' },
  { title: 'that names its user itself', query: '?person', owner: 'person:of-the-page' },
  { title: 'that calls everything at its start', query: '?everything', owner: 'who:ida' },
]

for (const { title, query, owner } of sources) {
  test(`a prerendered page ${title} sends nothing before it is shown, and each of its events once after that, with the time of the call`, () =>
    onStage(async (stage) => {
      await stage.cue({ type: 'store', token: IDA })
      const [ran] = await prerender(stage, `/app${query}`)
      await pause(QUIET_MS)
      const before = pathsOf(stage)
      const { flag, current, identities } = await show(stage, `/app${query}`)

      await expectEvents(stage, eventsOf('app', owner))
      for (const { name, from, to } of ran?.calls ?? []) {
        const event = stage.arrived.find((arrived) => arrived.name === name)
        expect(event?.at, name).toBeGreaterThanOrEqual(from)
        expect(event?.at, name).toBeLessThanOrEqual(to)
        expect(event?.properties['LDFF: new_pricing'], name).toBe(true)
      }
      expect({ flag, current }).toEqual({ flag: true, current: owner })
      expect(identities.filter((shown) => shown !== 'resolving')).toEqual([owner])
      if (owner === 'who:ida') expect(pathsOf(stage)).toContain('GET /who-am-i')
      await expect.poll(() => pathsOf(stage).some((path) => path.startsWith('GET /eval/')), patient).toBe(true)
      await expect.poll(() => pathsOf(stage).some((path) => path.startsWith('POST /local/')), patient).toBe(true)
      expect(before).toEqual([])
    }))

  const tag = query === '' ? '@core' : []
  test(
    `a prerendered page ${title} that is never shown has sent and stored nothing when the visit goes on elsewhere`,
    { tag },
    () =>
      onStage(async (stage) => {
        await stage.cue({ type: 'store', token: IDA })
        await prerender(stage, `/never${query}`)
        await pause(QUIET_MS)
        await stage.cue({ type: 'cancel' })
        await pause(1_000)
        const before = pathsOf(stage)
        const left = await stage.inspect(`/next${query}`)

        const next = await shownOf(stage, 'next')
        expect(next).toMatchObject({ flag: true, current: owner })
        await expectEvents(stage, eventsOf('next', owner))
        expect(left).toEqual({ keys: [], databases: [] })
        expect(before).toEqual([])
      }),
  )
}

test('a prerendered page whose browser is closed has sent and stored nothing', () =>
  onStage(async (stage) => {
    await stage.cue({ type: 'store', token: IDA })
    await prerender(stage, '/never')
    await pause(QUIET_MS)
    await stage.restart()
    expect(await stage.inspect()).toEqual({ keys: [], databases: [] })
    await pause(1_000)
    expect(pathsOf(stage)).toEqual([])
  }))

test('a prerendered page that is never shown does not use up the load event of the session', () =>
  onStage(async (stage) => {
    await stage.cue({ type: 'store', token: IDA })
    await prerender(stage, '/never?multiPage')
    await pause(QUIET_MS)
    await stage.cue({ type: 'cancel' })
    await stage.cue({ type: 'go', url: '/next?multiPage' })
    await shownOf(stage, 'next')
    await expectEvents(stage, eventsOf('next', 'who:ida'))
  }))

test('a flag client that a prerendered page uses alone asks for nothing and sends nothing before the page is shown', () =>
  onStage(async (stage) => {
    await stage.cue({ type: 'store', token: IDA })
    await prerender(stage, '/app?client')
    await pause(QUIET_MS)
    const before = pathsOf(stage).filter((path) => path.includes('/standalone'))
    await show(stage, '/app?client')
    const asksForFlags = () => pathsOf(stage).some((path) => path.startsWith('GET /sdk/evalx/standalone/'))
    await expect.poll(asksForFlags, patient).toBe(true)
    expect(before).toEqual([])
  }))

const changes = [
  { title: 'signs out', token: null, owner: 'nobody', current: 'unknown', load: [] },
  { title: 'signs in as another user', token: OTTO, owner: 'who:otto', current: 'who:otto', load: [LOAD] },
]
const beginnings = [
  { title: 'on a first visit', isRemembered: false },
  { title: 'who is remembered from an earlier page', isRemembered: true },
]

for (const { title, token, owner, current, load } of changes)
  for (const beginning of beginnings)
    test(`when the user ${beginning.title} ${title} in the opener, the page that was prerendered before shows and reports only who is there after it is shown`, () =>
      onStage(async (stage) => {
        await stage.cue({ type: 'store', token: IDA })
        const earlier = beginning.isRemembered ? eventsOf('earlier', 'who:ida') : []
        if (beginning.isRemembered) await visitEarlier(stage)
        await prerender(stage, '/app')
        await pause(QUIET_MS)
        await stage.cue({ type: 'store', token })
        const shown = await show(stage, '/app')

        await expectEvents(stage, [...earlier, ...eventsOf('app', owner, load)])
        expect(shown.current).toBe(current)
        expect(shown.identities).not.toContain('who:ida')
      }))

test('a remembered user is there when the prerendered page is shown, and each event is hers', () =>
  onStage(async (stage) => {
    await stage.cue({ type: 'store', token: IDA })
    await visitEarlier(stage)
    const asked = stage.asked.length
    await prerender(stage, '/app')
    await pause(QUIET_MS)
    const before = pathsOf(stage).slice(asked)
    const { frames, current, flag } = await show(stage, '/app')
    expect({ frames, current, flag }).toEqual({ frames: ['who:ida'], current: 'who:ida', flag: true })
    await expectEvents(stage, [...eventsOf('earlier', 'who:ida'), ...eventsOf('app', 'who:ida')])
    expect(before).toEqual([])
  }))

test('of two prerendered pages, only the events of the one that is shown arrive', () =>
  onStage(async (stage) => {
    await stage.cue({ type: 'store', token: IDA })
    await prerender(stage, '/one', '/two')
    await pause(QUIET_MS)
    const before = pathsOf(stage)
    await show(stage, '/two')
    await expectEvents(stage, eventsOf('two', 'who:ida'))
    expect(pathsOf(stage).filter((path) => path === 'GET /who-am-i')).toHaveLength(1)
    expect(before).toEqual([])
  }))

test('a prerendered page that is left in the moment it is shown leaves its events to the next page', () =>
  onStage(async (stage) => {
    await stage.cue({ type: 'store', token: IDA })
    await prerender(stage, '/app?leaves')
    await pause(QUIET_MS)
    const before = pathsOf(stage)
    await stage.cue({ type: 'go', url: '/app?leaves' })
    await shownOf(stage, 'next')
    // The page may have ended before it held its lock: other pages then leave its events to it for a minute.
    test.slow()
    const expected = [...eventsOf('app', 'who:ida', []), ...eventsOf('next', 'who:ida')]
    await expect.poll(() => linesOf(stage), { timeout: 90_000 }).toEqual(expect.arrayContaining(expected))
    await pause(1_500)
    const isLoad = (line: string) => line.startsWith(LOAD)
    // Whether the page was shown for long enough to identify its user, for a load event of its own, is the browser's choice.
    expect(linesOf(stage).filter((line) => !isLoad(line))).toEqual(
      [...eventsOf('app', 'who:ida', []), ...eventsOf('next', 'who:ida', [])].sort(),
    )
    expect(linesOf(stage).filter(isLoad).length).toBeLessThanOrEqual(2)
    expect(before).toEqual([])
  }))

for (const { title, query, owner } of sources)
  test(`a page ${title} that is not prerendered reports as ever`, () =>
    onStage(async (stage) => {
      await stage.cue({ type: 'store', token: IDA })
      await stage.cue({ type: 'go', url: `/app${query}` })
      const ran = (await stage.reportOf('ran', 'app')) as unknown as ReportOf<'ran'>
      const { flag, current } = await shownOf(stage, 'app')
      const { activationStart } = await activationOf(stage, 'app')
      expect({ flag, current, activationStart, prerendering: ran.prerendering }).toEqual({
        flag: true,
        current: owner,
        activationStart: 0,
        prerendering: false,
      })
      await expectEvents(stage, eventsOf('app', owner))
    }))
