import { bundlePage } from 'stage/bundlePage'
import { type Collector, startCollector } from 'stage/collector'
import type { Engine, Profile } from 'stage/engines/engine'
import { type PageServer, startPageServer } from 'stage/pageServer'
import type { Version } from './page/startTruthPage.ts'
import { storedIn } from './storedIn.ts'
import { takenBatch } from './takenBatch.ts'
import { startUserServices, type UserServices } from './userServices.ts'

const PAGES = { today: 'page/truth', before: 'page/truthBefore' } as const

/** A profile of its own, and the servers of its pages. */
export interface TruthStage {
  readonly services: UserServices
  readonly collector: Collector
  readonly server: PageServer
  readonly profile: Profile
  /** Pages that load from now on have this version of the library; today's at first. */
  deploy(version: Version): Promise<void>
  /** All services answer well, and no request hangs any more. */
  mend(): void
  /** What the collector has. */
  stored(): ReturnType<typeof storedIn>
  close(): Promise<void>
}

export async function openTruthStage(engine: Engine): Promise<TruthStage> {
  const services = await startUserServices()
  const bodies: string[] = []
  const collector = await startCollector((body) => void bodies.push(body))
  const server = await startPageServer(await bundled('today'), { collector: collector.url, services: services.urls })
  const profile = await engine.open()
  return {
    ...{ services, collector, server, profile },
    deploy: async (version) => server.deploy(await bundled(version)),
    mend() {
      for (const service of ['whoAmI', 'flags'] as const) services.setCondition(service, 'well')
      collector.setHealth('healthy')
      // Firefox keeps six connections to a server, and those of the requests that a killed page has left.
      collector.breakOff()
    },
    stored: () => storedIn(collector.stored(), bodies.map(takenBatch)),
    async close() {
      await profile.close()
      await Promise.all([services.close(), server.close(), collector.close()])
    },
  }
}

const bundled = (version: Version) => bundlePage(new URL(PAGES[version], import.meta.url).href)
