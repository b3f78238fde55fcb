import { flagMap, type EvaluatedFlags } from './evaluatedFlags.ts'

export interface FlagMessage {
  readonly event: 'put' | 'patch' | 'delete'
  readonly data: unknown
}

/**
 * What a stream has to be told so that it knows `now` after `before`: everything at first, then only what changed.
 * `version` must be above every one sent before: clients ignore what is not newer.
 */
export function flagMessages(before: EvaluatedFlags | undefined, now: EvaluatedFlags, version: number): FlagMessage[] {
  if (before === undefined) return [{ event: 'put', data: flagMap(now, version) }]
  const messages: FlagMessage[] = []
  for (const [key, { wire, fingerprint }] of now)
    if (before.get(key)?.fingerprint !== fingerprint) messages.push({ event: 'patch', data: { key, ...wire, version } })
  for (const key of before.keys()) if (!now.has(key)) messages.push({ event: 'delete', data: { key, version } })
  return messages
}
