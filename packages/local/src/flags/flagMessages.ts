import { flagMap, type EvaluatedFlag, type EvaluatedFlags } from './evaluatedFlags.ts'

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
  return [...new Set([...now.keys(), ...before.keys()])]
    .filter((key) => isNews(before.get(key), now.get(key)))
    .map((key) => flagMessage(key, now.get(key), version))
}

/** Whether somebody who was told `before` of a flag has to be told `now`. */
export function isNews(before: EvaluatedFlag | undefined, now: EvaluatedFlag | undefined): boolean {
  return before?.fingerprint !== now?.fingerprint
}

/** What is told of one flag that is another now, or gone. */
export function flagMessage(key: string, now: EvaluatedFlag | undefined, version: number): FlagMessage {
  return now === undefined
    ? { event: 'delete', data: { key, version } }
    : { event: 'patch', data: { key, ...now.wire, version } }
}
