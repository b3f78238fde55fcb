import { createFlagClient, type FlagClient, type FlagClientOptions } from 'telltale/flags'
import type { Command } from '../protocol/command.ts'
import type { HookCallback } from '../protocol/hookCallback.ts'
import type { SdkConfig } from '../protocol/sdkConfig.ts'
import { clientOptions, waitSeconds } from './clientOptions.ts'
import { createPostingHook } from './postingHook.ts'
import { BadCommand } from './badCommand.ts'
import { runCommand } from './runCommand.ts'
import { createSerialQueue } from './serialQueue.ts'

/** What became of a request, in plain data: it may have to cross from a page to Node. */
export type Outcome =
  | { type: 'done'; result?: object | undefined }
  /** The request made no sense. */
  | { type: 'wrong'; message: string }
  /** The client failed. */
  | { type: 'failed'; message: string }
  | { type: 'unknown' }

/** Many clients of one process or page, by number. */
export interface Clients {
  open(id: number, config: SdkConfig): Promise<Outcome>
  run(id: number, command: Command): Promise<Outcome>
  close(id: number): Promise<Outcome>
}

/** `more`: options that the place needs in which the clients live. */
export function createClients(more: Partial<FlagClientOptions> = {}): Clients {
  const clients = new Map<number, FlagClient>()
  // The harness takes the order of arrival for the order of the calls.
  const enqueue = createSerialQueue()
  const post = (url: string, callback: HookCallback) => enqueue(() => postJson(url, callback))

  return {
    async open(id, config) {
      const client = createFlagClient({ ...clientOptions(config, (hook) => createPostingHook(hook, post)), ...more })
      try {
        await client.waitForInitialization(waitSeconds(config))
      } catch (error) {
        if (!config.initCanFail) {
          await client.close()
          return { type: 'failed', message: String(error) }
        }
      }
      clients.set(id, client)
      return { type: 'done' }
    },

    async run(id, command) {
      const client = clients.get(id)
      if (!client) return { type: 'unknown' }
      try {
        return { type: 'done', result: await runCommand(client, command) }
      } catch (error) {
        return { type: error instanceof BadCommand ? 'wrong' : 'failed', message: String(error) }
      }
    },

    async close(id) {
      const client = clients.get(id)
      if (!client) return { type: 'unknown' }
      clients.delete(id)
      try {
        await client.close()
        return { type: 'done' }
      } catch (error) {
        return { type: 'failed', message: String(error) }
      }
    },
  }
}

async function postJson(url: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
}
