import { playVisits, type Visit, type VisitCase } from './exposureVisits.ts'
import { expect, test } from './test.ts'

declare global {
  /** Of the page `exposures` of the stage. */
  var show: (() => string) | undefined
}

/** Half of them in each variation, and in two of the cases a quarter of them before who-am-i has answered. */
const VISITORS = 32

/** Resolves once the flag has been shown by the page itself, in its first task. */
async function show({ tab, server }: Visit, target: string) {
  if (server.variation === 'stay') return tab.goto(`${server.url}/show`)
  // The page is left while it loads.
  await tab.goto(`${server.url}/show`).catch(() => undefined)
  return tab.untilAt(target)
}

/** Shows the flag of an open page, which may be gone before it can answer. */
async function showNow({ tab }: Visit) {
  expect(await tab.run(() => globalThis.show?.() ?? 'none').catch(() => 'redirect')).toMatch(/redirect|stay/)
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Chromium forgets to close a tab that is left at the same moment: then its user tries again. */
async function close({ tab }: Visit) {
  for (let isClosed = false; !isClosed;) {
    const closing = tab.close().then(
      () => true,
      () => true,
    )
    isClosed = await Promise.race([closing, sleep(5_000).then(() => false)])
  }
}

const CASES: Readonly<Record<string, VisitCase>> = {
  'one variation redirects to a page of the application': {
    ...{ target: '/target', atOnce: 8, isHeld: false, isRevisited: false },
    play: (visit) => show(visit, '/target'),
  },
  'one variation redirects to a page of the application before who-am-i has answered': {
    ...{ target: '/target', atOnce: 8, isHeld: true, isRevisited: false },
    play: (visit) => show(visit, '/target'),
  },
  'one variation redirects to a page without the library, and the visitors come back': {
    ...{ target: '/away', atOnce: 8, isHeld: true, isRevisited: true },
    play: (visit) => show(visit, '/away'),
  },
  'one variation leaves an open page for one without the library, and the visitors come back': {
    ...{ target: '/away', atOnce: 8, isHeld: false, isRevisited: true },
    async play(visit) {
      await visit.tab.until(() => globalThis.show !== undefined)
      await showNow(visit)
      if (visit.server.variation === 'redirect') await visit.tab.untilAt('/away')
    },
  },
  'the tab is closed at once': {
    ...{ target: '/target', atOnce: 8, isHeld: true, isRevisited: true },
    async play(visit) {
      await visit.tab.goto(`${visit.server.url}/`)
      await visit.tab.until(() => globalThis.show !== undefined)
      await showNow(visit)
      await close(visit)
    },
  },
  'the process of the page is killed': {
    ...{ target: '/target', atOnce: 4, isHeld: true, isRevisited: true },
    async play(visit) {
      await visit.tab.goto(`${visit.server.url}/`)
      await visit.tab.until(() => globalThis.show !== undefined)
      await showNow(visit)
    },
    async end(profile) {
      await sleep(Math.random() * 500)
      await profile.killContent()
    },
  },
  'the network is down, and comes back later': {
    ...{ target: '/target', atOnce: 8, isHeld: true, isRevisited: true },
    async play(visit) {
      await visit.profile.setOffline(true)
      await showNow(visit)
      await sleep(1_000)
      await close(visit)
    },
    end: (profile) => profile.setOffline(false),
  },
}

for (const [title, given] of Object.entries(CASES))
  test(
    `no exposure is lost, in neither variation, and none has two digests, when ${title}`,
    { tag: '@engines' },
    async ({ engine }) => {
      // A hundred pages, on a machine that may be busy.
      test.slow()
      const visits = await playVisits(engine, VISITORS, given)
      const { redirect, stay, copies } = visits
      const counts = `redirect ${redirect.arrived} of ${redirect.shown}, stay ${stay.arrived} of ${stay.shown}`
      const before = `before the next visit ${redirect.before} and ${stay.before}, ${copies} copies`
      test.info().annotations.push({ type: 'exposures', description: `${counts}; ${before}` })
      console.log(`${engine.version}, ${title}: ${counts}; ${before}`)
      expect(visits).toMatchObject({ lost: [], wrong: [], doubled: [] })
      expect(redirect.arrived / redirect.shown).toBe(stay.arrived / stay.shown)
    },
  )
