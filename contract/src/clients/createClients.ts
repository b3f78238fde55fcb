import { createFlagClient, type FlagClient, type FlagClientOptions } from 'telltale/flags'
import type { Command } from '../protocol/command.ts'
import type { HookCallback } from '../protocol/hookCallback.ts'
import type { SdkConfig } from '../protocol/sdkConfig.ts'
import { clientOptions, waitSeconds } from './clientOptions.ts'
import { createPostingHook } from './postingHook.ts'
import { BadCommand, runCommand } from './runCommand.ts'

/** The answer to a request of the harness. It is plain data, because it may have to cross from a page to Node. */
export interface Answer {
  status: 200 | 400 | 404 | 500
  result?: object | undefined
  message?: string
}

/** The clients of a process or of a page, by number. */
export interface Clients {
  open(id: number, config: SdkConfig): Promise<Answer>
  run(id: number, command: Command): Promise<Answer>
  close(id: number): Promise<Answer>
}

/** `more`: options that depend on where the clients run. */
export function createClients(more: Partial<FlagClientOptions> = {}): Clients {
  const clients = new Map<number, FlagClient>()
  let lastPost: Promise<unknown> = Promise.resolve()
  // One at a time: for the harness, the order in which the posts arrive is the order of the calls.
  const post = (url: string, callback: HookCallback) => {
    lastPost = lastPost.then(() => postJson(url, callback)).catch(() => {})
  }

  return {
    async open(id, config) {
      const client = createFlagClient({ ...clientOptions(config, (hook) => createPostingHook(hook, post)), ...more })
      try {
        await client.waitForInitialization(waitSeconds(config))
      } catch (error) {
        if (!config.initCanFail) {
          await client.close()
          return { status: 500, message: String(error) }
        }
      }
      clients.set(id, client)
      return { status: 200 }
    },

    async run(id, command) {
      const client = clients.get(id)
      if (!client) return { status: 404 }
      try {
        return { status: 200, result: await runCommand(client, command) }
      } catch (error) {
        return { status: error instanceof BadCommand ? 400 : 500, message: String(error) }
      }
    },

    async close(id) {
      const client = clients.get(id)
      if (!client) return { status: 404 }
      clients.delete(id)
      await client.close()
      return { status: 200 }
    },
  }
}

async function postJson(url: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
}
