import { sameJson } from '../core/lib/sameJson.ts'
import type { Context } from '../core/model/context.ts'

/** What is needed of a client of the vendor's JavaScript SDK, version 3 or 4. */
export interface InjectedFlagClient {
  /** Called for version 4 only: version 3 records an evaluation of every flag when it is called. */
  allFlags(): Readonly<Record<string, unknown>>
  variation(key: string, fallback?: unknown): unknown
  variationDetail(key: string, fallback?: unknown): object
  getContext(): object | null | undefined
  /** Version 3 resolves with all values and rejects when it fails; version 4 resolves with how it went. */
  identify(context: InjectedContext): Promise<unknown>
  /** Version 3 only. */
  waitUntilReady?(): Promise<unknown>
  on(name: string, listener: (detail: object) => void): void
  off(name: string, listener: (detail: object) => void): void
}

/** A context as both versions take it. */
export interface InjectedContext {
  readonly kind: string
  readonly key: string
  readonly [attribute: string]: unknown
}

/** What a client has of a context: the context and its flags, the context alone, or neither. */
export type Holding = 'flags' | 'context' | 'nothing'

/** Reads a client's values without recording an evaluation, and knows whose values they are. */
export interface VendorFlagReader {
  /** Resolves when the client can be asked for another context. */
  ready(): Promise<unknown>
  /** Resolves when the client holds the flags of this context. Rejects when it could not get them. */
  identify(context: Context, hash: string | undefined): Promise<void>
  holding(context: Context): Holding
  /** The client's values, of whichever context they are. */
  values(): Readonly<Record<string, unknown>>
  stop(): void
}

/** Both versions' `identify`: version 3 takes a hash as its second argument, version 4 an object. */
type Identifies = { identify(context: object, settings: unknown): Promise<unknown> }

/** @param onChange called when the client has said that its flags have changed, or that they are up to date */
export const readVendorFlags = (client: InjectedFlagClient, onChange: () => void): VendorFlagReader =>
  client.waitUntilReady ? readVersion3(client, onChange) : readVersion4(client, onChange)

/**
 * Version 3 changes its context and its flags together. No read of its flags goes unrecorded: `identify` resolves with the
 * values, and `change` has what became of them.
 */
function readVersion3(client: InjectedFlagClient, onChange: () => void): VendorFlagReader {
  let values: Record<string, unknown> | undefined

  function note(changes: object) {
    for (const [key, change] of Object.entries(changes)) {
      if (!values) break
      if (change?.current === undefined) delete values[key]
      else values[key] = change.current
    }
    onChange()
  }

  client.on('change', note)
  return {
    // Before that, the answer to its initial request would replace the flags of a context that was identified since.
    ready: async () => client.waitUntilReady?.(),
    async identify(context, hash) {
      const answer = await (client as Identifies).identify(context, hash)
      values = Object.assign(Object.create(null), answer)
    },
    holding: (context) => (!sameJson(client.getContext(), context) ? 'nothing' : values ? 'flags' : 'context'),
    values: () => values ?? {},
    stop: () => client.off('change', note),
  }
}

/**
 * Version 4 changes its context first, and keeps the former flags until those of the new context have come. Whose flags it
 * has is known from `identify` and `change`.
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
  // Flags that equal the former context's come without a change.
  listen('dataSourceStatus', (status) => {
    if ('state' in status && status.state === 'VALID') onChange()
  })
  return {
    // Before its start it has no context and refuses to identify one.
    ready: async () => client.getContext() ?? new Promise<object>((resolve) => listen('ready', resolve)),
    async identify(context, hash) {
      // Its own limit of five seconds would hide how it ends.
      const answer = await (client as Identifies).identify(context, { noTimeout: true, ...(hash && { hash }) })
      if ((answer as { status?: unknown } | undefined)?.status !== 'completed') throw new Error('not identified')
      owner = context
    },
    holding: (context) =>
      !sameJson(client.getContext(), context) ? 'nothing' : sameJson(owner, context) ? 'flags' : 'context',
    values: () => client.allFlags(),
    stop: () => listeners.forEach(([name, listener]) => client.off(name, listener)),
  }
}
