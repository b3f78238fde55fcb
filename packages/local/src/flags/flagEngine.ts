import { init, type LDClient, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import { evaluatedFlags, type EvaluatedFlag, type EvaluatedFlags, type ServerState } from './evaluatedFlags.ts'
import type { Environment } from './environment.ts'
import type { ServerSegment } from './serverFlag.ts'

/** The vendor's evaluator over one content of one environment. Never changed: another content gets another engine. */
export interface FlagEngine {
  /** `undefined` when the flag service would refuse the context. */
  evaluate(context: unknown, how: Evaluation): Promise<EvaluatedFlags | undefined>
  /** Whether `hash` lets somebody ask for this context: always, out of secure mode. */
  isAllowed(context: unknown, hash: string | undefined): boolean
  close(): void
}

export interface Evaluation {
  /** Reasons for all flags, not only for those of experiments. */
  readonly withReasons: boolean
  /** All flags, not only those that browsers may see. */
  readonly forServers?: boolean
}

const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

export async function flagEngine(
  { flags, secureModeKey }: Environment,
  segments: Readonly<Record<string, ServerSegment>>,
): Promise<FlagEngine> {
  // A new source for each content, rather than updates to one: the source cannot delete, and would count versions of its own.
  const source = new TestData()
  for (const flag of Object.values(flags)) await source.usePreconfiguredFlag(flag)
  for (const segment of Object.values(segments)) await source.usePreconfiguredSegment(segment)
  // Not `offline`: offline, the SDK answers every evaluation with CLIENT_NOT_READY.
  const client: LDClient = init(secureModeKey ?? 'local', {
    updateProcessor: source.getFactory(),
    sendEvents: false,
    logger: SILENT,
  })
  await client.waitForInitialization({ timeout: 5 })

  const made = new Map<string, EvaluatedFlag>()

  return {
    async evaluate(context, { withReasons, forServers = false }) {
      const clientSideOnly = !forServers
      const state = await client.allFlagsState(context as LDContext, { clientSideOnly, withReasons: true })
      return state.valid ? evaluatedFlags(state.toJSON() as ServerState, withReasons, made) : undefined
    },
    isAllowed: (context, hash) => secureModeKey === undefined || hash === client.secureModeHash(context as LDContext),
    close: () => client.close(),
  }
}

function nothing(): void {}
