import { init, type LDClient, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import type { Environment } from './flagsFile.ts'
import type { ServerSegment } from './serverFlag.ts'

/** A flag as evaluated for one context. */
export interface EvaluatedFlag {
  /** The value, the variation and further fields of the client-side protocol. */
  readonly result: Readonly<Record<string, unknown>>
  /** The result as JSON, for comparison. */
  readonly fingerprint: string
  /** Not part of the result: a new rule for other users changes the version, but not this result. */
  readonly flagVersion: unknown
}

export type EvaluatedFlags = ReadonlyMap<string, EvaluatedFlag>

/** The vendor's evaluator for one content of one environment. Immutable: new content gets a new engine. */
export interface FlagEngine {
  /** Resolves with `undefined` when the flag service would refuse the context. */
  evaluate(context: unknown, options: EvaluateOptions): Promise<EvaluatedFlags | undefined>
  /** Whether `hash` permits a request for this context. Outside secure mode, every request is permitted. */
  isAllowed(context: unknown, hash: string | undefined): Promise<boolean>
  close(): void
}

export interface EvaluateOptions {
  /** Return reasons for all flags, not only for those of experiments. */
  readonly withReasons: boolean
  /** Evaluate all flags, not only those that browsers may see. */
  readonly forServers?: boolean
}

/** The JSON of the server SDK's `allFlagsState`: values by key, and their metadata under `$flagsState`. */
interface ServerState {
  readonly $flagsState: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [key: string]: unknown
}

/** Starts the evaluator at the first request, so that an unused environment costs nothing. */
export function createFlagEngine(
  environment: Environment,
  segments: Readonly<Record<string, ServerSegment>>,
): FlagEngine {
  const { secureModeKey } = environment
  let starting: Promise<LDClient> | undefined
  const client = () => (starting ??= startClient(environment, segments))

  return {
    async evaluate(context, { withReasons, forServers = false }) {
      const options = { clientSideOnly: !forServers, withReasons: true }
      const state = await (await client()).allFlagsState(context as LDContext, options)
      return state.valid ? evaluatedFlags(state.toJSON() as ServerState, withReasons) : undefined
    },
    isAllowed: async (context, hash) =>
      secureModeKey === undefined || hash === (await client()).secureModeHash(context as LDContext),
    close() {
      starting?.then(
        (started) => started.close(),
        () => undefined,
      )
    },
  }
}

async function startClient(
  { flags, secureModeKey }: Environment,
  segments: Readonly<Record<string, ServerSegment>>,
): Promise<LDClient> {
  // A new source for each content, because updating an existing one counts its own versions and cannot delete.
  const source = new TestData()
  for (const flag of Object.values(flags)) await source.usePreconfiguredFlag(flag)
  for (const segment of Object.values(segments)) await source.usePreconfiguredSegment(segment)
  const ignore = () => undefined
  // Not `offline`: an offline SDK answers every evaluation with CLIENT_NOT_READY.
  const client = init(secureModeKey ?? 'local', {
    updateProcessor: source.getFactory(),
    sendEvents: false,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  })
  await client.waitForInitialization({ timeout: 5 })
  return client
}

function evaluatedFlags(state: ServerState, withReasons: boolean): EvaluatedFlags {
  const flags = new Map<string, EvaluatedFlag>()
  for (const [key, { reason, trackReason, version, ...metadata }] of Object.entries(state.$flagsState)) {
    const result = {
      value: state[key] ?? null,
      trackEvents: false,
      ...metadata,
      ...(trackReason === true && { trackReason }),
      ...(reason !== undefined && (withReasons || trackReason === true) && { reason }),
    }
    flags.set(key, { result, fingerprint: JSON.stringify(result), flagVersion: version })
  }
  return flags
}
