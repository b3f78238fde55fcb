import { startNodeService } from '../service/startNodeService.ts'
import { startRehearsal, type RehearsedClient, type Setup } from './startRehearsal.ts'

/** Long enough to notice a change that must not happen, in milliseconds. */
export const SETTLED_MS = 150

export const before = { flag: { value: 'before', version: 100 } }
export const after = { flag: { value: 'after', version: 101 } }

/** The statuses after which a stream is not opened again. */
export const FINAL = [401, 403, 405] as const

export const valueIn = async (client: RehearsedClient) =>
  (await client.evaluate({ flagKey: 'flag', defaultValue: 'default' }))['value']

/** A rehearsal of streams: it opens clients, and clients whose stream is open. */
export async function rehearseStreams() {
  const { open } = await startRehearsal(startNodeService)
  return {
    open,
    async openStream(setup: Setup) {
      const client = await open(setup)
      const { response } = await client.stream.next()
      return { client, response }
    },
  }
}
