import type { RehearsedClient } from './startRehearsal.ts'

export const SERVICES = ['poll', 'stream', 'events'] as const
export const TAGS = 'x-launchdarkly-tags'
/** The characters that a tag may have. */
export const ALLOWED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-'

/** A header of the next request to a service. */
export async function requestHeader(client: RehearsedClient, service: (typeof SERVICES)[number], name: string) {
  if (service === 'events') await client.run({ command: 'flushEvents' })
  return (await client[service].next()).headers[name]
}
