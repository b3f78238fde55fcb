import { bundlePage } from './bundlePage.ts'
import { startCollector, type Collector } from './collector.ts'
import type { Engine, Profile, ProfileOptions } from './engines/engine.ts'
import { startPageServer, type PageServer, type PageSettings } from './pageServer.ts'
import { openTab, type Tab } from './tab.ts'

export interface StageOptions extends Pick<ProfileOptions, 'before' | 'isPrivate' | 'blocksSiteData' | 'proxy'> {
  /** A page, as `bundlePage` takes it. */
  sdk: string
  tabs: number
  largeBytes?: number
  settings?: Omit<PageSettings, 'collector'>
  /** The async functions of the page are compiled to generators. */
  generators?: boolean
  /** The flag service does not answer. */
  hasNoFlags?: boolean
  /** A path of the collector that answers 503 to the end. */
  down?: string
}

/** Where a scenario is played: a browser's profile of its own, a collector, and a page that tracks. */
export interface Stage {
  readonly profile: Profile
  readonly collector: Collector
  readonly server: PageServer
  readonly tabs: readonly Tab[]
  /** In all tabs at once. */
  each(action: (tab: Tab) => Promise<unknown>): Promise<void>
  /** One more tab, whose events have names of their own. */
  open(): Promise<Tab>
  /** The names of the first events of the first tabs. */
  names(events: number): readonly string[]
  close(): Promise<void>
}

/** Names no two runs, tabs or events share. */
let runs = 0

export async function openStage(engine: Engine, options: StageOptions): Promise<Stage> {
  const { sdk, largeBytes = 1, settings = {}, down, hasNoFlags, generators } = options
  const run = `${Date.now().toString(36)}${(runs += 1)}`
  const files = await bundlePage(sdk, generators)
  const collector = await startCollector()
  if (down) collector.setHealth('unavailable', down)
  const server = await startPageServer(files, { ...settings, collector: collector.url })
  if (hasNoFlags) server.setFlags('hanging')
  const profile = await engine.open(options)
  let opened = 0

  const nameOfTab = (tab: number) => `ev-${run}-t${tab}`

  async function open() {
    const name = nameOfTab(opened)
    opened += 1
    return openTab(await profile.openTab(), { url: server.url, name, largeBytes })
  }

  const tabs: Tab[] = []
  for (let tab = 0; tab < options.tabs; tab += 1) tabs.push(await open())

  return {
    profile,
    collector,
    server,
    tabs,
    each: async (action) => void (await Promise.all(tabs.map(action))),
    open,
    names: (events) =>
      tabs.flatMap((_, tab) => Array.from({ length: events }, (__, number) => `${nameOfTab(tab)}-n${number}`)),
    async close() {
      await profile.close()
      await Promise.all([server.close(), collector.close()])
    },
  }
}
