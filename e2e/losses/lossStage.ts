import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePage } from 'stage/bundlePage'
import type { Engine, EngineTab } from 'stage/engines/engine'
import { startPageServer } from 'stage/pageServer'
import { until } from 'stage/perform'
import { type StoreName, startStore } from '../startStore.ts'
import { documentedClasses } from './documentedClasses.ts'
import { type Evidence, keyOf, type Numbered, type Tracked } from './evidence.ts'
import { CLASSES, type Kind } from './kinds.ts'
import { type LossyProxy, startLossyProxy } from './lossyProxy.ts'

const PAGE = new URL('page/losses', import.meta.url).href
const SAMPLES = fileURLToPath(new URL('../../packages/local/samples', import.meta.url))
/** Longer than an event waits for the next attempt to deliver it, and than another page leaves it to its own. */
const PATIENCE_MS = 150_000

/** A page of a history, which is open. */
export interface LossPage {
  readonly tab: EngineTab
  /** The name that the driver has given to it. */
  readonly sender: string
}

interface TrackOptions {
  /** How the names begin. */
  what?: 'event' | 'filtered' | 'refused'
  bytes?: number
  planted?: Kind
}

/** A browser with a profile of its own, and the real local services behind a proxy that loses events. */
export interface LossStage {
  readonly proxy: LossyProxy
  open(settings?: { maxBytes?: string; storage?: 'refused' }): Promise<LossPage>
  /** Resolves when the page has tracked so many events in one task. */
  track(page: LossPage, count: number, options?: TrackOptions): Promise<void>
  /** Ends the page as its user or the system does. */
  end(page: LossPage, how: 'close' | 'leave' | 'kill'): Promise<void>
  /** SIGKILL to the whole browser, which is started again. */
  killBrowser(page: LossPage): Promise<void>
  /** Deletes what the site has stored, while none of its pages is open. */
  deleteData(): Promise<void>
  /** Notes that all events that the collector does not have yet may be lost by this: of one page, or of all. */
  plant(kind: Kind, page?: LossPage): void
  /** Waits until all events have arrived that are not to be lost. */
  arrived(): Promise<void>
  evidence(): Promise<Evidence>
  close(): Promise<void>
}

/** @param store - where the local services keep the events */
export async function openLossStage(engine: Engine, store: StoreName): Promise<LossStage> {
  // Imported late: the package is built when the run starts, after this file is read.
  const { startServices } = await import('@telltale/local')
  const folder = await mkdtemp(join(tmpdir(), 'telltale-losses-'))
  await cp(SAMPLES, folder, { recursive: true })
  const { place, stop } = await startStore(store, folder)
  const services = await startServices({
    ...{ port: 0, data: place },
    ...{ flagsFile: join(folder, 'flags.json'), usersFile: join(folder, 'users.json') },
  })
  const proxy = await startLossyProxy(services.url)
  const server = await startPageServer(await bundlePage(PAGE), { collector: proxy.url })
  const directory = join(folder, 'profile')
  let profile = await engine.open({ directory })
  const tracked: Tracked[] = []
  const counts = new Map<string, number>()
  const ids = new Map<string, string>()

  function note(sender: string, planted?: Kind): number {
    const n = (counts.get(sender) ?? 0) + 1
    counts.set(sender, n)
    tracked.push({ sender, n, planted: new Set(planted ? [planted] : []) })
    return n
  }

  /** Notes the ids of the pages, and which events the proxy has lost. */
  function readBatches() {
    for (const { sender, page } of proxy.batches) ids.set(sender, page)
    const known = new Map(tracked.map((event) => [keyOf({ page: ids.get(event.sender) ?? '', n: event.n }), event]))
    for (const { fault } of proxy.batches)
      if (fault) for (const event of fault.events) known.get(keyOf(event))?.planted.add(fault.kind)
  }

  function missing(): readonly (Tracked & Numbered)[] {
    readBatches()
    const passed = new Set(passedIn(proxy).map(keyOf))
    return tracked
      .map((event) => ({ ...event, page: ids.get(event.sender) ?? event.sender }))
      .filter((event) => !passed.has(keyOf(event)))
  }

  async function noteId({ tab, sender }: LossPage) {
    const id = await tab.run(() => globalThis.losses?.id())
    if (id) ids.set(sender, id)
  }

  async function openAway(): Promise<EngineTab> {
    const tab = await profile.openTab()
    await tab.goto(`${server.url}/away`)
    return tab
  }

  return {
    proxy,
    async open(settings = {}) {
      const sender = `p${counts.size + 1}`
      note(sender)
      const tab = await profile.openTab()
      await tab.goto(`${server.url}/?${new URLSearchParams({ page: sender, ...settings }).toString()}`)
      await tab.until(() => globalThis.losses !== undefined)
      return { tab, sender }
    },
    async track({ tab, sender }, count, { what = 'event', bytes = 20, planted } = {}) {
      const names = Array.from({ length: count }, () => `${what} of ${sender}, number ${note(sender, planted)}`)
      await tab.run((given) => globalThis.losses?.track(given.names, given.bytes), { names, bytes })
    },
    async end(page, how) {
      await noteId(page)
      const { tab } = page
      if (how === 'kill') return profile.killContent()
      if (how === 'leave') {
        // The page may be gone before it can answer.
        await tab.run(() => void (location.href = '/away')).catch(() => undefined)
        await tab.untilAt('/away')
      }
      await tab.close()
    },
    async killBrowser(page) {
      await noteId(page)
      await profile.kill()
      profile = await engine.open({ directory })
    },
    async deleteData() {
      const tab = await openAway()
      await tab.run(async () => {
        localStorage.clear()
        for (const { name = '' } of await indexedDB.databases())
          await new Promise((resolve, reject) => {
            const request = indexedDB.deleteDatabase(name)
            request.onsuccess = resolve
            request.onerror = reject
          })
      })
      await tab.close()
    },
    plant(kind, page) {
      const known = documentedClasses(proxy.batches, passedIn(proxy))
      for (const { page: id, n, sender, planted } of missing()) {
        // What the collector has been told about a number, it knows for good.
        const isTold = ![undefined, 'outstanding'].includes(known.get(id)?.get(n))
        if (!isTold && (!page || page.sender === sender)) planted.add(kind)
      }
    },
    arrived: () => until(() => missing().every(({ planted }) => mayBeLost(planted)), PATIENCE_MS),
    async evidence() {
      const [loss, events] = await Promise.all([
        fetch(`${services.url}/loss?onTheWay=0`).then((answer) => answer.json()),
        fetch(`${services.url}/console/events.ndjson`).then((answer) => answer.text()),
      ])
      readBatches()
      const stored = events.split('\n').filter(Boolean)
      return { ids, tracked, batches: proxy.batches, loss, stored: stored.map((line): Numbered => JSON.parse(line)) }
    },
    async close() {
      await profile.close()
      await Promise.all([server.close(), proxy.close(), services.close()])
      await stop()
      // A browser may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const passedIn = ({ batches }: LossyProxy): Numbered[] =>
  batches
    .filter(({ isPassed }) => isPassed)
    .flatMap(({ events, fault }) => {
      const gone = new Set(fault?.kind === 'the collector forgets events' ? fault.events.map(keyOf) : [])
      return events.filter((event) => !gone.has(keyOf(event)))
    })

const mayBeLost = (planted: ReadonlySet<Kind>) => [...planted].some((kind) => CLASSES[kind] !== 'stored')
