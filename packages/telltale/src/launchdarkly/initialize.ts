import type { Json } from '../core/model/json.ts'
import type { ClientDeps } from '../client/clientPlatform.ts'
import { createEmitter } from '../client/emitter.ts'
import type { Hook } from '../client/hooks.ts'
import type { BaseClient } from '../flags/baseClient.ts'
import type { FlagClient } from '../client/flagClient.ts'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { startClient } from '../client/startFlagClient.ts'
import { createContextReader, type ContextReader, type LDContext } from './contextReader.ts'
import type { LDClientV3, LDOptionsV3 } from './ldClientV3.ts'
import { vendorExtensions, createStreamingSwitch, createVendorListeners } from './vendorExtensions.ts'

type Values = Readonly<Record<string, Json | undefined>>

/** The v3 SDK's `initialize` on a platform. */
export const initializeOn =
  (deps: ClientDeps) =>
  (env: string, context: LDContext, options?: LDOptionsV3): LDClientV3 => {
    const { sendEventsOnlyForVariation, ...others } = options ?? {}
    const { bootstrap } = others
    // The v3 SDK accepts the word in upper and lower case.
    if (typeof bootstrap === 'string' && bootstrap.toLowerCase() === 'localstorage') others.bootstrap = 'localStorage'
    const settings = {
      respectDoNotTrack: true, // the v3 SDK has no option for it
      ...others,
      clientSideId: env,
      context,
      streaming: others.streaming ?? false, // decided by the switch below from then on
    }
    // Cast to an object first, because its plugins expect the client below.
    const flagOptions = settings as object as FlagClientOptions & { context: object }
    const addedHooks: Hook[] = []
    const contexts = createContextReader(true)
    return startClient(flagOptions, deps, {
      ...vendorExtensions(addedHooks, contexts),
      isNullOmitted: true,
      adapt: (client, base) =>
        clientV3({
          client,
          base,
          deps,
          addedHooks,
          contexts,
          options: others,
          recordsAll: !sendEventsOnlyForVariation,
        }),
    })
  }

interface Basis {
  client: FlagClient
  base: BaseClient
  deps: ClientDeps
  addedHooks: Hook[]
  contexts: ContextReader
  options: LDOptionsV3
  recordsAll: boolean
}

function clientV3({ client, base, deps, addedHooks, contexts, options, recordsAll }: Basis): LDClientV3 {
  const changes = createEmitter()
  const streaming = createStreamingSwitch(client, () => changes.changeListeners > 0)
  const listeners = createVendorListeners(
    (name) => (name.startsWith('change') ? changes : client) as typeof changes,
    streaming.follow,
  )
  const goals = goalsReady({ client, deps, options })
  let closed: Promise<void> | undefined
  streaming.set(options.streaming)

  /** In the v3 SDK a flag counts as evaluated when the application receives it. */
  function record(values: Values, fallback?: null) {
    if (!recordsAll) return
    for (const [key, value] of Object.entries(values)) {
      base.calls.write({ kind: 'evaluation', entry: base.store.entry(key), value: value ?? null, fallback })
    }
  }

  function followChanges() {
    client.on('change', (changed) => {
      const values = Object.entries(changed).map(([key, { current, previous }]) => {
        changes.emit(`change:${key}`, current, previous)
        return [key, current] as const
      })
      changes.emit('change', { ...changed })
      record(Object.fromEntries(values))
    })
  }

  // In the v3 SDK the first flags are not a change, except when it caches flags.
  if (options.bootstrap === 'localStorage') followChanges()
  else client.on('ready', followChanges)

  function withCallback<T>(promise: Promise<T>, onDone?: (error: Error | null, value: T | null) => void): Promise<T> {
    // In a separate task, as in the v3 SDK: an exception in the callback is an error of the page.
    const answer = (error: Error | null, value: T | null) => {
      if (onDone) deps.clock.after(0, () => onDone(error, value))
    }
    // Without a callback, too: avoids an unhandled rejection when the caller ignores the promise.
    promise.then(
      (value) => answer(null, value),
      (error: Error) => answer(error, null),
    )
    return promise
  }

  return {
    waitUntilReady: client.waitUntilReady,
    waitForInitialization: client.waitForInitialization,
    identify(context, hash, onDone) {
      // An empty hash means no hash: that of the options is for the first context only.
      const identified = closed ? Promise.resolve({}) : client.identify(context, hash ?? '')
      return withCallback(
        identified.then((values) => ({ ...values })),
        onDone,
      )
    },
    getContext: () => (contexts.givenFor(client.getContext()) ?? null) as ReturnType<LDClientV3['getContext']>,
    flush: (onDone) => withCallback(client.flush(), onDone),
    variation: client.variation,
    variationDetail(key, defaultValue) {
      const { value, variationIndex, reason } = client.variationDetail(key, defaultValue as Json)
      // Null where they are unknown, as in the v3 SDK, although its types do not include null.
      return { value, variationIndex: variationIndex ?? null, reason: reason ?? null } as ReturnType<
        LDClientV3['variationDetail']
      >
    },
    allFlags() {
      const values = { ...client.allFlags() }
      record(values, null)
      return values
    },
    track: client.track,
    setStreaming: streaming.set,
    ...listeners,
    addHook: (hook) => void addedHooks.push(hook as Hook),
    close(onDone) {
      client.setStreaming(false)
      goals.end()
      closed ??= client.flush().then(() => client.close())
      return withCallback(closed, onDone)
    },
    waitUntilGoalsReady: () => goals.ready,
  }
}

/** A promise for the goals, which is also resolved when no goals are requested. */
function goalsReady({ client, deps, options }: Pick<Basis, 'client' | 'deps' | 'options'>) {
  let end = () => {}
  const ready = new Promise<void>((resolve) => (end = resolve))
  const isAskedFor = options.fetchGoals !== false && options.sendEvents !== false && !deps.clicks?.isDoNotTrack()
  if (!isAskedFor) end()
  client.on('goalsReady', end)
  client.on('failed', () => client.getContext() || end())
  return { ready, end }
}
