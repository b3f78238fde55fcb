import type { Host } from '../core/host.ts'
import { checkOptions, bool } from '../core/checkOptions.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord } from '../core/lib/json.ts'
import { isText } from '../core/model/promotion.ts'
import { amount, isFunction, type OptionTable, readOnce } from '../core/optionTable.ts'
import { bootstrapReader } from './readBootstrap.ts'
import { createBaseClient } from './baseClient.ts'
import type { OnUpdate } from './flagProvider.ts'
import type { FlagsPart } from './flags.ts'
import type { CreateFlagSource } from './flagSource.ts'
import { readSource, type SharingPorts } from './readSource.ts'
import { startFlags } from './startFlags.ts'
import { checkContextOptions, CONTEXT_OPTIONS, type ContextOptions } from './userContext.ts'

/** The options of `flagSource`. */
export interface FlagSourceOptions extends ContextOptions {
  /** The name of the source, in messages and in the cache: the flags of a source with another name are never used. */
  name: string
  /** Creates the source of one user's flags. Called again for each user. */
  create: CreateFlagSource
  /**
   * Whether changes are followed. `true`: from the start. `false`: never. If absent: while there are change listeners, such as a hook of
   * `telltale/react` or `watch`.
   */
  streaming?: boolean | undefined
  /** The initial flags: what `allFlagsState` of a server SDK returns, or its JSON. Or `localStorage`, the default: those of an earlier visit. */
  bootstrap?: 'localStorage' | object | undefined
  /** The number of contexts whose flags are cached for later visits, the latest ones: 5 by default. */
  maxCachedContexts?: number | undefined
}

interface SourcePorts extends SharingPorts {
  /** Reads the source of each context: `readSource` if absent. */
  read?: typeof readSource
}

/** The flags of the layer from a source that the application has written. */
export function createSourceFlags(options: FlagSourceOptions, sharing: SourcePorts): FlagsPart {
  const passed = checkOptions(FLAG_SOURCE, options)
  const given = passed.options
  attempt(
    // Null is not absent for these.
    () => checkContextOptions(readOnce(options)),
    // Without the name of the vendor, with which the problem begins.
    (error) => fail((error as Error).message.replace(/^[^:]*: /, '')),
  )
  const bootstrapFlag = bootstrapReader(given.bootstrap)
  return {
    name: 'source',
    bootstrapFlag,
    passed,
    start: (host) =>
      startFlags(given, host, (onUpdate) => ({ ...createClient(given, { host, sharing, onUpdate }), bootstrapFlag })),
  }
}

const FLAG_SOURCE = {
  what: 'flagSource',
  table: {
    name: [isText, () => 'Telltale cannot start. flagSource needs a name. (T160)'],
    create: [
      isFunction,
      () => 'Telltale cannot start. flagSource needs a function, create, that returns a source. (T161)',
    ],
    ...CONTEXT_OPTIONS,
    streaming: bool,
    bootstrap: [(value) => value === 'localStorage' || isRecord(value), 'localStorage or an object of flags'],
    maxCachedContexts: amount,
  } satisfies OptionTable<FlagSourceOptions>,
  required: ['name', 'create'],
}

function fail(problem: string): never {
  throw new Error(`Telltale cannot start. ${problem}`)
}

interface Needs {
  host: Host
  sharing: SourcePorts
  onUpdate: OnUpdate
}

function createClient(
  { name, kind, create, bootstrap = 'localStorage', streaming, maxCachedContexts = 5 }: FlagSourceOptions,
  { host: { platform, bus }, sharing: { read = readSource, ...sharing }, onUpdate }: Needs,
) {
  const report = (problem: Error | string, until?: AbortSignal) => {
    const message = typeof problem === 'string' ? problem : problem.message
    bus.publish('problem', { where: 'flags', message, isError: true, until })
  }
  return createBaseClient(
    { bootstrap, streaming, hash: '', maxCachedContexts },
    {
      platform,
      environment: name,
      createSource: read(create, { name, kind, clock: platform.clock, report, ...sharing }),
      // The source is told nothing of what is evaluated: exposures are published by the layer.
      calls: { write() {}, stop() {} },
      onUpdate,
      report,
    },
  )
}
