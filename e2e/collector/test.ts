import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test as base } from '@playwright/test'
import { bundlePage } from '../pages/bundlePage.ts'
import { startPageServer } from '../pages/pageServer.ts'
import { startStore, type StoreOption } from '../startStore.ts'
import { type CollectorProcess, startCollector } from './startCollector.ts'

export { expect }

/** A collector that can be ended and started again, and pages that post to it. */
interface Quotes {
  readonly folder: string
  /** Starts the collector on the port that it had. */
  start(...args: readonly string[]): Promise<CollectorProcess>
  /** Opens a page of the application in a tab of its own. */
  open(collector: CollectorProcess, person?: string): Promise<Page>
  /** The names of the events that are stored, and nothing twice. */
  stored(collector: CollectorProcess): Promise<readonly string[]>
}

interface Stored {
  readonly events: readonly { readonly id: string; readonly name: string }[]
}

export const test = base.extend<StoreOption & { quotes: Quotes }>({
  store: ['sqlite', { option: true }],
  quotes: async ({ context, store }, run) => {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-collector-'))
    const server = await startPageServer((path) => bundlePage(new URL(`page${path}Page.ts`, import.meta.url)))
    const { place, stop } = await startStore(store, folder)
    const started: CollectorProcess[] = []
    await run({
      folder,
      async start(...args) {
        const collector = await startCollector(['--store', place, ...args], started.at(-1)?.port)
        started.push(collector)
        return collector
      },
      async open({ url }, person = 'ida') {
        const page = await context.newPage()
        await page.goto(`${server.url}/quotes?${new URLSearchParams({ collector: `${url}/collect`, person })}`)
        await page.waitForFunction(() => 'quotes' in globalThis)
        return page
      },
      async stored(collector) {
        const { events } = (await collector.ask('/events?limit=1000')) as Stored
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
        return events
          .map(({ name }) => name)
          .filter((name) => !name.startsWith('Load'))
          .sort()
      },
    })
    await Promise.all(started.map((collector) => collector.end('SIGKILL')))
    await server.close()
    await stop()
    await rm(folder, { recursive: true, force: true })
  },
})
