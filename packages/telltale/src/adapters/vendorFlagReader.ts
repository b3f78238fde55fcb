import { sameJson } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'

/** The methods that are used of a client of the vendor's JavaScript SDK, version 3 or 4. */
export interface InjectedFlagClient {
  /** Called for version 4 only: version 3 records an evaluation of every flag when it is called. */
  allFlags(): Readonly<Record<string, unknown>>
  /** Returns a flag’s value with its variation and its reason, and records an evaluation. */
  variationDetail(key: string, fallback?: unknown): object
  /** Records a custom event. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Returns the context of the client’s flags. */
  getContext(): object | null | undefined
  /** Version 3 resolves with all values and rejects when it fails; version 4 resolves with a status. */
  identify(context: InjectedContext): Promise<unknown>
  /** Version 3 only. */
  waitUntilReady?(): Promise<unknown>
  /** Version 4 only: requests the flags of the first context. A later call returns the same promise. */
  start?(): Promise<unknown>
  /** Ends the client. Called for a client that the layer has made. */
  close?(): unknown
  /** Adds a listener of an event. */
  on(name: string, listener: (detail: object) => void): void
  /** Removes a listener. */
  off(name: string, listener: (detail: object) => void): void
}

/** A context as both versions accept it. */
export interface InjectedContext {
  /** The kind of the context, such as `user`. */
  readonly kind: string
  /** The id of the user or entity. */
  readonly key: string
  /** Attributes for targeting rules. */
  readonly [attribute: string]: unknown
}

/** How much of a context a client has loaded: the context and its flags, the context alone, or neither. */
export type Loaded = 'flags' | 'context' | 'nothing'

/** Reads a client's values without recording an evaluation, and knows whose values they are. */
export interface VendorFlagReader {
  /** Resolves when the client can identify another context. */
  ready(): Promise<unknown>
  /** Starts a client that was made with this context. Resolves with whether it has the flags of the context, and need not identify it. */
  begin(context: Context): Promise<boolean>
  /** Resolves when the client has the flags of this context. Rejects when it could not get them. */
  identify(context: Context, hash: string | undefined): Promise<void>
  loaded(context: Context): Loaded
  /** The client's values, which may be those of any context. */
  values(): Readonly<Record<string, unknown>>
  stop(): void
}

/** Both versions' `identify`: version 3 takes a hash as its second argument, version 4 an object. */
type Identifies = { identify(context: object, settings: unknown): Promise<unknown> }

/** @param onChange called when the client reports that its flags have changed, or that they are up to date */
export const readVendorFlags = (client: InjectedFlagClient, onChange: () => void): VendorFlagReader =>
  client.waitUntilReady ? readVersion3(client, onChange) : readVersion4(client, onChange)

/**
 * Version 3 changes its context and its flags together. It records every read of its flags, so the values are taken from the
 * result of `identify` and from `change` events.
 */
function readVersion3(client: InjectedFlagClient, onChange: () => void): VendorFlagReader {
  let values: Record<string, unknown> | undefined

  function note(changes: object) {
    // A flag that was removed has no current value.
    if (values) for (const [key, { current }] of Object.entries(changes)) values[key] = current
    onChange()
  }

  client.on('change', note)
  return {
    // Before that, the answer to its initial request would replace the flags of a context that was identified since.
    ready: async () => client.waitUntilReady?.(),
    // Reading the flags with which it has started would record an evaluation of each: it is asked once more.
    begin: async () => false,
    async identify(context, hash) {
      const answer = await (client as Identifies).identify(context, hash)
      values = Object.assign(Object.create(null), answer)
    },
    loaded: (context) => (!sameJson(client.getContext(), context) ? 'nothing' : values ? 'flags' : 'context'),
    values: () => values ?? {},
    stop: () => client.off('change', note),
  }
}

/**
 * Version 4 changes its context first, and keeps the former flags until those of the new context have arrived. `identify` and
 * `change` show whose flags it has.
 */
function readVersion4(client: InjectedFlagClient, onChange: () => void): VendorFlagReader {
  let owner: object | undefined
  const listeners: [name: string, listener: (detail: object) => void][] = []
  function listen(name: string, listener: (detail: object) => void) {
    listeners.push([name, listener])
    client.on(name, listener)
  }

  listen('change', (context) => {
    owner = context
    onChange()
  })
  // Flags that equal those of the former context arrive without a `change`.
  listen('dataSourceStatus', (status) => {
    if ('state' in status && status.state === 'VALID') onChange()
  })
  return {
    // Before its start it has no context and refuses to identify one.
    ready: async () => client.getContext() ?? new Promise<object>((resolve) => listen('ready', resolve)),
    async begin(context) {
      const result = (await client.start?.()) as { status?: unknown } | undefined
      const hasFlags = result?.status === 'complete' && sameJson(client.getContext(), context)
      if (hasFlags) owner = context
      return hasFlags
    },
    async identify(context, hash) {
      // The client's own timeout of five seconds would hide the outcome.
      const answer = await (client as Identifies).identify(context, { noTimeout: true, ...(hash && { hash }) })
      if ((answer as { status?: unknown }).status !== 'completed') throw new Error('not identified')
      owner = context
    },
    loaded: (context) =>
      !sameJson(client.getContext(), context) ? 'nothing' : sameJson(owner, context) ? 'flags' : 'context',
    values: () => client.allFlags(),
    stop: () => listeners.forEach(([name, listener]) => client.off(name, listener)),
  }
}
