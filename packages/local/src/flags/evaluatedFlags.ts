/** One flag as it goes over the wire, but for `version`, which belongs to the moment of sending. */
export interface EvaluatedFlag {
  readonly wire: Readonly<Record<string, unknown>>
  /**
   * The same for two evaluations with the same result. Without the flag's own version: a rule that was added for somebody
   * else is no change for this context.
   */
  readonly fingerprint: string
}

export type EvaluatedFlags = ReadonlyMap<string, EvaluatedFlag>

/** What the server SDK's `allFlagsState` says as JSON: values by key, and what is known about each under `$flagsState`. */
export interface ServerState {
  readonly $flagsState: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [key: string]: unknown
}

/**
 * The server SDK's answer in the form in which the client-side protocol has it. `made` has what was made before of the same content
 * of the flags: thousands of contexts share the few results that a flag has.
 */
export function evaluatedFlags(
  state: ServerState,
  withReasons: boolean,
  made: Map<string, EvaluatedFlag> = new Map(),
): EvaluatedFlags {
  const flags = new Map<string, EvaluatedFlag>()
  for (const [key, meta] of Object.entries(state.$flagsState)) {
    // The value needs no comparing, which may be large: it goes with the variation.
    const id = `${withReasons} ${JSON.stringify([key, meta])}`
    const flag = made.get(id) ?? evaluatedFlag(state[key] ?? null, meta, withReasons)
    made.set(id, flag)
    flags.set(key, flag)
  }
  return flags
}

function evaluatedFlag(value: unknown, meta: Readonly<Record<string, unknown>>, withReasons: boolean): EvaluatedFlag {
  const { reason, trackReason, version, ...rest } = meta
  const result = {
    value,
    trackEvents: false,
    ...rest,
    ...(trackReason === true && { trackReason }),
    ...(reason !== undefined && (withReasons || trackReason === true) && { reason }),
  }
  return { wire: { ...result, flagVersion: version }, fingerprint: JSON.stringify(result) }
}

/** The answer to a poll, and the data of a `put`. */
export function flagMap(flags: EvaluatedFlags, version: number): Record<string, unknown> {
  return Object.fromEntries([...flags].map(([key, { wire }]) => [key, { ...wire, version }]))
}
