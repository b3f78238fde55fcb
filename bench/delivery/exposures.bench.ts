import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@playwright/test'
import { bundlePage, type PageFiles } from 'stage/bundlePage'
import type { Engine, Profile } from 'stage/engines/engine'
import { engineNames } from 'stage/engines/engineNames'
import { listen, type Listening } from 'stage/listen'
import { readBody } from 'stage/readBody'
import { writeSection } from '../writeSection.mjs'
import { headOf, inEachEngine, versionsOf } from './inEachEngine.ts'
import { versionOf, type Sdk } from './sdks.ts'

// npm run bench -- exposures: whether a variation that leads to another page at once loses its exposures.

interface FlagSdk extends Sdk {
  /** What is in the body of a request with an exposure. */
  readonly marker: RegExp
}

const local = (name: string) => new URL(name, import.meta.url).href
const SDKS: readonly FlagSdk[] = [
  { title: 'Telltale', page: local('page/telltaleFlag'), package: 'telltale', marker: /"kind":"exposure"/ },
  {
    ...{ title: 'Telltale, `flush` before it leaves', page: local('page/telltaleFlagFlushed'), package: 'telltale' },
    marker: /"kind":"exposure"/,
  },
  {
    ...{ title: 'GrowthBook', page: local('../competitors/growthBookFlag'), package: '@growthbook/growthbook' },
    marker: /"Experiment Viewed"/,
  },
  {
    ...{ title: 'PostHog', page: local('../competitors/postHogFlag'), package: 'posthog-js' },
    marker: /\$feature_flag_called/,
  },
]

/** Half of them in each variation. */
const VISITORS = 20
const AT_ONCE = 5
/** How long a visitor stays, or is given to arrive elsewhere, before the tab is closed. */
const STAY_MS = 2_000
/** How long exposures are given to come after the visits, in milliseconds. */
const AFTER_MS = 5_000

type Variation = 'redirect' | 'stay'

interface Visitor extends Listening {
  readonly variation: Variation
  /** Whether its exposure has arrived. */
  has(): boolean
}

/** An origin for each visitor, so that they share no storage in one browser: pages, flags, and where exposures go. */
async function startVisitor(number: number, files: PageFiles, marker: RegExp): Promise<Visitor> {
  const variation: Variation = number % 2 === 0 ? 'redirect' : 'stay'
  const visit = JSON.stringify({ person: `visitor-${number}`, variation })
  const html = `<!doctype html><title>Landing</title><link rel="icon" href="data:,">
<script>globalThis.VISIT = ${visit}</script><script type="module" src="/page.js"></script>`
  let hasArrived = false

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const send = (type: string, body: string) =>
      void response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const file = files.get(pathname)
    if (file) return send('text/javascript', file.code)
    if (request.method === 'POST') {
      const body = await readBody(request)
      hasArrived ||= marker.test(body)
      return send(
        'application/json',
        JSON.stringify({ status: 1, stored: idsIn(body), featureFlags: { landing: variation } }),
      )
    }
    if (pathname === '/away') return send('text/html', '<!doctype html><title>Away</title>')
    if (pathname === '/show' || pathname === '/next') return send('text/html', html)
    return send('application/json', JSON.stringify({ landing: { value: variation, version: 5, variation: 1 } }))
  }

  const listening = await listen((request, response) => void answer(request, response).catch(() => response.destroy()))
  return { ...listening, variation, has: () => hasArrived }
}

function idsIn(body: string): unknown {
  try {
    return JSON.parse(body).ids
  } catch {
    return undefined
  }
}

interface Count {
  readonly atOnce: number
  readonly inTheEnd: number
  readonly shown: number
}

type Counts = Readonly<Record<Variation, Count>>

async function visitsOf(engine: Engine, { page, marker }: FlagSdk): Promise<Counts> {
  const files = await bundlePage(page)
  const profile = await engine.open()
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, (_, number) => startVisitor(number, files, marker)),
  )
  try {
    await eachOpens(profile, visitors, '/show')
    await sleep(AFTER_MS)
    const atOnce = new Set(visitors.filter((visitor) => visitor.has()))
    await eachOpens(profile, visitors, '/next')
    await sleep(AFTER_MS)
    const count = (variation: Variation): Count => {
      const own = visitors.filter((visitor) => visitor.variation === variation)
      return {
        shown: own.length,
        atOnce: own.filter((visitor) => atOnce.has(visitor)).length,
        inTheEnd: own.filter((visitor) => visitor.has()).length,
      }
    }
    return { redirect: count('redirect'), stay: count('stay') }
  } finally {
    await profile.close()
    await Promise.all(visitors.map((visitor) => visitor.close()))
  }
}

async function eachOpens(profile: Profile, visitors: readonly Visitor[], path: string) {
  for (let from = 0; from < visitors.length; from += AT_ONCE)
    await Promise.all(
      visitors.slice(from, from + AT_ONCE).map(async ({ url }) => {
        const tab = await profile.openTab()
        // A page that leaves while it loads.
        await tab.goto(url + path).catch(() => undefined)
        await sleep(STAY_MS)
        await tab.close()
      }),
    )
}

const cell = ({ redirect, stay }: Counts) =>
  [redirect, stay].map(({ atOnce, inTheEnd, shown }) => `${atOnce} → ${inTheEnd} of ${shown}`).join(' · ')

test('exposures', async () => {
  const columns = await inEachEngine(engineNames, async (engine) => {
    const counts: Counts[] = []
    for (const sdk of SDKS) counts.push(await visitsOf(engine, sdk))
    return counts
  })
  const versions = SDKS.slice(2).map((sdk) => `${sdk.package} ${versionOf(sdk)}`)
  await writeSection(
    'exposures',
    [
      '## Does a variation lose its exposures?',
      '',
      `\`npm run bench -- exposures\`, ${new Date().toISOString().slice(0, 10)}, ${versionsOf(columns)}, ${versions.join(', ')}. One variation of a flag leads`,
      'to a page of another site in the task in which it was read, the other one stays. Flags are in the page. A cell has the exposures that arrived',
      'before the next visit → in the end, of those who were shown the flag: first of the variation that redirects, then of the one that stays.',
      'If the two differ, the split of the experiment is wrong.',
      '',
      `| | ${headOf(columns)} |`,
      `| --- | ${columns.map(() => '---').join(' | ')} |`,
      ...SDKS.map(
        ({ title }, row) =>
          `| ${title} | ${columns.map(({ measured }) => measured[row] && cell(measured[row])).join(' | ')} |`,
      ),
    ].join('\n'),
  )
})
