import { startCollector, type Collector } from 'stage/collector'
import type { Engine, EngineTab, Profile } from 'stage/engines/engine'
import { until } from 'stage/perform'
import { startVisitorServer, type Variation, type VisitorServer } from './exposureServer.ts'

/** What a visitor does in a browser that has been here before. Returns once the flag has been shown, and the page has ended. */
export interface Visit {
  readonly profile: Profile
  readonly tab: EngineTab
  readonly server: VisitorServer
}

export interface VisitCase {
  /** The path to which a page redirects. */
  readonly target: '/target' | '/away'
  /** How many visitors there are at the same time. */
  readonly atOnce: number
  /** Whether who-am-i does not answer until all visits have ended, for every other visitor of each variation. */
  readonly isHeld: boolean
  /** What happens to the page of each visitor, at the same time. */
  play(visit: Visit): Promise<void>
  /** What happens once, when all of them have been played. */
  end?(profile: Profile): Promise<void>
  /** Whether the visitors come back later, and see the flag again, unless it leads them to another site. */
  readonly isRevisited: boolean
}

export interface Count {
  readonly shown: number
  /** Before the visitors came back. */
  readonly before: number
  readonly arrived: number
}

export interface Visits extends Record<Variation, Count> {
  /** The persons whose exposure has not arrived. One that happens when they come back is another one. */
  readonly lost: readonly string[]
  /** The exposures that belong to another person, or have another variation. */
  readonly wrong: readonly unknown[]
  /** How many exposures came again, with the digest of one that was there. */
  readonly copies: number
  /** The persons who have exposures with different digests. */
  readonly doubled: readonly string[]
}

interface Exposure {
  readonly at: number
  readonly kind?: string
  readonly exposure?: string
  readonly identity: { readonly id?: string }
  readonly properties: Readonly<Record<string, unknown>>
}

const PATIENCE_MS = 120_000
/** How long copies are given to come, in milliseconds. */
const AFTERWARDS_MS = 3_000

/** Plays as many visits of as many visitors, half of whom are redirected at once, and counts their exposures at the collector. */
export async function playVisits(engine: Engine, visitors: number, given: VisitCase): Promise<Visits> {
  const collector = await startCollector()
  const profile = await engine.open()
  const servers: VisitorServer[] = []
  try {
    for (let from = 0; from < visitors; from += given.atOnce) {
      const wave = await Promise.all(
        Array.from({ length: Math.min(given.atOnce, visitors - from) }, (_, place) => {
          const number = from + place
          const variation: Variation = number % 2 === 0 ? 'redirect' : 'stay'
          return startVisitorServer({
            collector: collector.url,
            person: `visitor-${number}`,
            variation,
            target: given.target,
          })
        }),
      )
      servers.push(...wave)
      await playWave(profile, { wave, collector, given })
    }
    await until(
      () => personsIn(collector).size === servers.length,
      given.isRevisited || given.isHeld ? 5_000 : PATIENCE_MS,
    )
    const before = personsIn(collector)
    const endedAt = Date.now()
    for (const server of servers) server.answer()
    if (given.isRevisited) await comeBack(profile, { wave: servers, collector, given, endedAt })
    await until(() => personsIn(collector, endedAt).size === servers.length, PATIENCE_MS)
    await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS))
    return countOf(servers, collector, { before, endedAt })
  } finally {
    await profile.close()
    await Promise.all([collector.close(), ...servers.map((server) => server.close())])
  }
}

interface Wave {
  wave: readonly VisitorServer[]
  collector: Collector
  given: VisitCase
}

async function playWave(profile: Profile, { wave, collector, given }: Wave) {
  const tabs: EngineTab[] = []
  for (const server of wave) {
    const tab = await profile.openTab()
    await tab.goto(`${server.url}/`)
    tabs.push(tab)
  }
  // The browser knows the visitor and the flags.
  await until(() => wave.every(({ person }) => loadsIn(collector).has(person)), PATIENCE_MS)
  if (given.isHeld) for (const [place, server] of wave.entries()) if (place % 4 >= 2) server.hold()
  await Promise.all(
    wave.map((server, place) => {
      const tab = tabs[place]
      return tab && given.play({ profile, tab, server })
    }),
  )
  await given.end?.(profile)
}

async function comeBack(profile: Profile, { wave, collector, given, endedAt }: Wave & { endedAt: number }) {
  for (const server of wave) {
    const tab = await profile.openTab()
    // Who leaves for another site again and again has no page that could deliver anything.
    const path = given.target === '/away' ? '/' : '/show'
    // The page of one variation is left while it loads.
    await tab.goto(server.url + path).catch(() => undefined)
    await until(() => personsIn(collector, endedAt).has(server.person), 20_000)
    await tab.close()
  }
}

const eventsIn = (collector: Collector) => collector.stored() as unknown as readonly Exposure[]
const exposuresIn = (collector: Collector) => eventsIn(collector).filter(({ kind }) => kind === 'exposure')
/** Who has an exposure. `endedAt`: one that happened before, and not when the visitor came back. */
const personsIn = (collector: Collector, endedAt = Infinity) =>
  new Set(exposuresIn(collector).flatMap(({ identity, at }) => (at <= endedAt ? identity.id : [])))
const loadsIn = (collector: Collector) => new Set(eventsIn(collector).map(({ identity }) => identity.id))

interface Ended {
  readonly before: ReadonlySet<unknown>
  readonly endedAt: number
}

function countOf(servers: readonly VisitorServer[], collector: Collector, { before, endedAt }: Ended): Visits {
  const all = exposuresIn(collector)
  const arrived = personsIn(collector, endedAt)
  const digests = new Set(all.map(({ exposure }) => exposure))
  const variationOf = (person: unknown) => servers.find((server) => server.person === person)?.variation
  const count = (variation: Variation): Count => {
    const own = servers.filter((server) => server.variation === variation)
    return {
      shown: own.length,
      before: own.filter(({ person }) => before.has(person)).length,
      arrived: own.filter(({ person }) => arrived.has(person)).length,
    }
  }
  return {
    redirect: count('redirect'),
    stay: count('stay'),
    lost: servers.map(({ person }) => person).filter((person) => !arrived.has(person)),
    wrong: all.filter(
      ({ identity, properties }) =>
        properties['variation'] !== (variationOf(identity.id) === 'redirect' ? 1 : 0) ||
        variationOf(identity.id) === undefined,
    ),
    copies: all.length - digests.size,
    doubled: [...arrived]
      .map(String)
      .filter(
        (person) =>
          new Set(all.filter(({ identity }) => identity.id === person).map(({ exposure }) => exposure)).size > 1,
      ),
  }
}
