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

/** The server SDK's answer in the form in which the client-side protocol has it. */
export function evaluatedFlags(state: ServerState, withReasons: boolean): EvaluatedFlags {
  const flags = new Map<string, EvaluatedFlag>()
  for (const [key, meta] of Object.entries(state.$flagsState)) {
    const { reason, trackReason, version, ...rest } = meta
    const result = {
      value: state[key] ?? null,
      trackEvents: false,
      ...rest,
      ...(trackReason === true && { trackReason }),
      ...(reason !== undefined && (withReasons || trackReason === true) && { reason }),
    }
    flags.set(key, { wire: { ...result, flagVersion: version }, fingerprint: JSON.stringify(result) })
  }
  return flags
}

/** The answer to a poll, and the data of a `put`. */
export function flagMap(flags: EvaluatedFlags, version: number): Record<string, unknown> {
  return Object.fromEntries([...flags].map(([key, { wire }]) => [key, { ...wire, version }]))
}
