import { copyFile, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { startPageServer } from '../pages/pageServer.ts'
import { bundleWithSdk, type Sdk } from './bundleWithSdk.ts'
import type { PageSettings } from './pages/pageSettings.ts'

/** A page in the browser, and its flag service. */
export interface Desk {
  readonly page: Page
  /** Opens a page of `pages/` with the client of this SDK. */
  open(name: string, sdk: Sdk, provider?: PageSettings['provider']): Promise<void>
  /** Changes flags.json. */
  editFlags(edit: (flags: Record<string, { on: boolean }>) => void): Promise<void>
  /** Switches a flag on or off in flags.json. */
  switchFlag(key: string, on: boolean): Promise<void>
  /** How often each variation of a flag was evaluated, according to the console of the services. */
  counts(key: string): Promise<Record<string, number>>
  /** The events that the page has sent to the flag service. */
  events(): Record<string, unknown>[]
  /** The names of the clients that sent them. */
  agents(): string[]
}

const SAMPLES = fileURLToPath(new URL('../../packages/local/samples', import.meta.url))
const USERS = {
  dana: { kind: 'user', key: 'stonebridge-civil:1042', company_id: 'stonebridge-civil' },
  priya: { kind: 'user', key: 'northgate-events:3305', company_id: 'northgate-events' },
}

interface SharedFixtures {
  /** Local services for all journeys of a worker. */
  services: { readonly url: string; readonly flagsFile: string; restore(): Promise<void> }
  pages: { readonly url: string }
}

export const test = base.extend<{ desk: Desk }, SharedFixtures>({
  services: [
    // Playwright requires a destructuring pattern, and no fixture is needed.
    async ({ browserName: _ }, provide) => {
      // Imported late: the package is built after this file has been read.
      const { startServices } = await import('@telltale/local')
      const folder = await mkdtemp(join(tmpdir(), 'telltale-migration-'))
      await cp(SAMPLES, folder, { recursive: true })
      const flagsFile = join(folder, 'flags.json')
      const usersFile = join(folder, 'users.json')
      const services = await startServices({ port: 0, data: ':memory:', flagsFile, usersFile })
      await provide({
        url: services.url,
        flagsFile,
        restore: () => copyFile(join(SAMPLES, 'flags.json'), flagsFile),
      })
      await services.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ browserName: _ }, provide) => {
      const server = await startPageServer(bundleWithSdk)
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  desk: async ({ page, pages, services }, provide) => {
    const sent: Record<string, unknown>[] = []
    const agents = new Set<string>()
    page.on('request', (request) => {
      if (!request.url().includes('/events/bulk/') || request.method() !== 'POST') return
      sent.push(...JSON.parse(request.postData() ?? '[]'))
      agents.add(request.headers()['x-launchdarkly-user-agent'] ?? 'none')
    })
    async function editFlags(edit: Parameters<Desk['editFlags']>[0]) {
      const content = JSON.parse(await readFile(services.flagsFile, 'utf8'))
      edit(content.flags)
      await writeFile(`${services.flagsFile}.new`, JSON.stringify(content))
      await rename(`${services.flagsFile}.new`, services.flagsFile)
    }
    await provide({
      page,
      async open(name, sdk, provider = 'LDProvider') {
        const settings: PageSettings = {
          services: services.url,
          environment: 'rental-desk-local',
          users: USERS,
          provider,
        }
        await page.goto(`${pages.url}/${sdk}/${name}?settings=${encodeURIComponent(JSON.stringify(settings))}`)
      },
      editFlags,
      switchFlag: (key, on) => editFlags((flags) => Object.assign(flags[key] ?? {}, { on })),
      async counts(key) {
        const { body } = await fetch(`${services.url}/console/stream`)
        let text = ''
        // The first message is the whole state.
        for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
          text += part
          if (text.includes('\n\n')) break
        }
        const [, data = '{}'] = /^data: ?(.*)$/m.exec(text) ?? []
        return JSON.parse(data).state.counts[key] ?? {}
      },
      events: () => sent,
      agents: () => [...agents],
    })
    await services.restore()
  },
})

export { expect }
