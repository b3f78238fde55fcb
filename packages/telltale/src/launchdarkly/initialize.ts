import type { Json } from '../core/model/json.ts'
import { createEmitter } from '../flags/emitter.ts'
import type { FlagClient } from '../flags/flagClient.ts'
import type { FlagEngine } from '../flags/flagEngine.ts'
import type { FlagPlatform } from '../flags/flagPlatform.ts'
import type { FlagClientOptions } from '../flags/flagSettings.ts'
import { startFlagClient } from '../flags/startFlagClient.ts'
import type { LDClientV3, LDOptionsV3 } from './ldClientV3.ts'
import type { LDContext } from './ldContext.ts'
import { createStreamingSwitch } from './streamingSwitch.ts'
import { createVendorListeners } from './vendorListeners.ts'

type Values = Readonly<Record<string, Json | undefined>>

/** The v3 SDK's `initialize` on a platform. */
export const initializeOn =
  (outside: FlagPlatform) =>
  (env: string, context: LDContext, options?: LDOptionsV3): LDClientV3 => {
    const { sendEventsOnlyForVariation, ...others } = options ?? {}
    const settings = {
      respectDoNotTrack: true, // the v3 SDK has no option for it
      ...others,
      clientSideId: env,
      context,
      streaming: others.streaming ?? false, // decided by the switch below from then on
    }
    // As an object first: its plugins expect the client below.
    const flagOptions = settings as object as FlagClientOptions & { context: object }
    return startFlagClient(flagOptions, outside, (client, engine) =>
      clientV3({ client, engine, outside, options: options ?? {}, recordsAll: !sendEventsOnlyForVariation }),
    )
  }

interface Basis {
  client: FlagClient
  engine: FlagEngine
  outside: FlagPlatform
  options: LDOptionsV3
  recordsAll: boolean
}

function clientV3({ client, engine, outside, options, recordsAll }: Basis): LDClientV3 {
  const changes = createEmitter()
  const streaming = createStreamingSwitch(client, () => changes.changeListeners > 0)
  const listeners = createVendorListeners((name) => (name.startsWith('change') ? changes : client) as typeof changes)
  const goals = goalsReady({ client, outside, options })
  let closed: Promise<void> | undefined
  streaming.set(options.streaming)

  /** The v3 SDK takes a flag for evaluated when the application receives it. */
  function record(values: Values, fallback?: null) {
    if (!recordsAll) return
    for (const [key, value] of Object.entries(values)) {
      engine.events.evaluated(engine.store.cell(key), { value: value ?? null, fallback, isAlone: true })
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

  // The first flags are no change in the v3 SDK, except where it keeps flags.
  if (options.bootstrap === 'localStorage') followChanges()
  else client.on('ready', followChanges)

  function withCallback<T>(promise: Promise<T>, onDone?: (error: Error | null, value: T | null) => void): Promise<T> {
    // In a task of its own, as in the v3 SDK: an exception in the callback is the page's.
    const answer = (error: Error | null, value: T | null) => {
      if (onDone) outside.clock.after(0, () => onDone(error, value))
    }
    // Without a callback too: a rejection that the caller ignores is no unhandled rejection.
    promise.then(
      (value) => answer(null, value),
      (error: Error) => answer(error, null),
    )
    return promise
  }

  const edited =
    <Args extends unknown[]>(edit: (...args: Args) => void) =>
    (...args: Args) => {
      edit(...args)
      streaming.follow()
    }

  return {
    waitUntilReady: client.waitUntilReady,
    waitForInitialization: client.waitForInitialization,
    identify(context, hash, onDone) {
      // An empty hash is none: that of the options is for the first context.
      const identified = closed ? Promise.resolve({}) : client.identify(context, hash ?? '')
      return withCallback(
        identified.then((values) => ({ ...values })),
        onDone,
      )
    },
    getContext: () => client.getContext() as ReturnType<LDClientV3['getContext']>,
    flush: (onDone) => withCallback(client.flush(), onDone),
    variation: client.variation,
    variationDetail(key, defaultValue) {
      const { value, variationIndex, reason } = client.variationDetail(key, defaultValue as Json)
      // Null where they are unknown, as in the v3 SDK, whose types do not say so.
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
    on: edited(listeners.on),
    off: edited(listeners.off),
    addHook: (hook) => client.addHook(hook as Parameters<FlagClient['addHook']>[0]),
    close(onDone) {
      client.setStreaming(false)
      goals.end()
      closed ??= client.flush().then(() => client.close())
      return withCallback(closed, onDone)
    },
    waitUntilGoalsReady: () => goals.ready,
  }
}

/** A promise for the goals, which is kept also when none are asked for. */
function goalsReady({ client, outside, options }: Pick<Basis, 'client' | 'outside' | 'options'>) {
  let end = () => {}
  const ready = new Promise<void>((resolve) => (end = resolve))
  const isAskedFor = options.fetchGoals !== false && options.sendEvents !== false && !outside.visitor?.isDoNotTrack()
  if (!isAskedFor) end()
  client.on('goalsReady', end)
  client.on('failed', () => client.getContext() || end())
  return { ready, end }
}
