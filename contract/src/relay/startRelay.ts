import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { execa } from 'execa'
import { root } from '../../../scripts/ensureInstalled.mjs'
import { ensureGoTool, relayProxy } from '../../goTool.mjs'
import { freePort } from '../listen.ts'
import { writeRelayArchive } from './writeRelayArchive.ts'

export interface Relay {
  readonly url: string
  readonly environment: string
  /** Replaces all flags. Resolves when the relay serves the new values. */
  change(flags: Readonly<Record<string, boolean>>): Promise<void>
  stop(): Promise<void>
}

/** Whatever the relay wants to ask another server, it asks here, where nothing answers. */
const NOWHERE = 'http://127.0.0.1:9'
const LOG = join(root, '.cache/relay.log')

/** Starts the vendor's Relay Proxy in offline mode. */
export async function startRelay(): Promise<Relay> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-relay-'))
  const environment = 'telltale-relay'
  let version = 0

  function write(flags: Readonly<Record<string, boolean>>) {
    version += 1
    return writeRelayArchive(folder, { environment, version, flags })
  }

  const archive = write({})
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = execa(await ensureGoTool(relayProxy), ['--from-env'], {
    extendEnv: false,
    env: {
      PORT: String(port),
      FILE_DATA_SOURCE: archive,
      FILE_DATA_SOURCE_MONITORING_INTERVAL: '100ms',
      USE_EVENTS: 'true',
      ...{ BASE_URI: NOWHERE, STREAM_URI: NOWHERE, CLIENT_SIDE_BASE_URI: NOWHERE, EVENTS_HOST: NOWHERE },
    },
    ...{ all: true, stdout: { file: LOG }, stderr: { file: LOG, append: true }, reject: false },
  })

  /** The value of each flag, or why there are none. */
  async function values() {
    const context = Buffer.from('{"kind":"user","key":"a"}').toString('base64url')
    const answer = await fetch(`${url}/sdk/evalx/${environment}/contexts/${context}`)
    if (!answer.ok) return answer.status
    const flags = (await answer.json()) as Record<string, { value: unknown }>
    return Object.fromEntries(Object.entries(flags).map(([key, { value }]) => [key, value]))
  }

  return {
    url,
    environment,
    async change(flags) {
      write(flags)
      const options = { message: `The relay serves its flags (see ${LOG}).`, timeout: 20_000, intervals: [50] }
      await expect.poll(() => values().catch(String), options).toEqual(flags)
    },
    async stop() {
      running.kill('SIGKILL')
      await running
      rmSync(folder, { recursive: true })
    },
  }
}
