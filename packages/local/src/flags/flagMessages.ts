import type { EvaluatedFlags } from './flagEngine.ts'

export interface FlagMessage {
  readonly event: 'put' | 'patch' | 'delete'
  readonly data: unknown
}

/** All flags of a context: the answer to a poll, and the data of a `put`. */
export function flagMap(flags: EvaluatedFlags, version: number): Record<string, unknown> {
  return Object.fromEntries(
    [...flags].map(([key, { result, flagVersion }]) => [key, { ...result, flagVersion, version }]),
  )
}

/**
 * The messages that update a client from the flags `before` to the flags `now`. `version` must be higher than in every earlier
 * message: clients ignore a message that is not newer.
 */
export function flagMessages(before: EvaluatedFlags, now: EvaluatedFlags, version: number): FlagMessage[] {
  const messages: FlagMessage[] = []
  for (const [key, { result, fingerprint, flagVersion }] of now)
    if (fingerprint !== before.get(key)?.fingerprint)
      messages.push({ event: 'patch', data: { key, ...result, flagVersion, version } })
  for (const key of before.keys()) if (!now.has(key)) messages.push({ event: 'delete', data: { key, version } })
  return messages
}
