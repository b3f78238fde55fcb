import { attempt } from '../core/lib/attempt.ts'
import { copyJson, freezeDeep, isRecord, isShallow, typeName } from '../core/lib/json.ts'
import { RECOMMENDED_WAIT_MS } from '../core/lib/time.ts'
import type { Context } from '../core/model/flag.ts'
import { createBaseClient, type BaseClient } from '../flags/baseClient.ts'
import { clientEvaluations } from './clientEvaluations.ts'
import { clientPlatform, type ClientDeps } from './clientPlatform.ts'
import { createEmitter, emitChanges, type Listener } from './emitter.ts'
import { observation, type Extension, type ExtensionPart } from './extension.ts'
import { closedError, flagError, type FlagErrorKind } from '../flags/flagError.ts'
import type { FlagClient } from './flagClient.ts'
import type { FlagClientOptions, FlagClientSettings } from './flagClientOptions.ts'
import type { Changes } from '../flags/flagStore.ts'
import type { WireFlags } from '../flags/wireFlags.ts'
import { hasKeys, readContext } from '../flags/readContext.ts'
import { launchDarklySource } from '../launchDarklyService/launchDarklySource.ts'
import { checkBootstrap, readSettings } from '../launchDarklyService/readSettings.ts'
import { startFlagEvents } from '../launchDarklyService/startFlagEvents.ts'

const handled = <T>(promise: Promise<T>) => {
  // Avoids an unhandled rejection in the page when the caller ignores the promise.
  promise.catch(() => {})
  return promise
}

interface IdentifyGiven {
  hash?: string
  /** In seconds. It is only passed to hooks, and not enforced. */
  timeout?: number | undefined
}

/** What distinguishes the flag client from a client with other signatures. */
export interface Facade<Client, More extends object> {
  /** The context as it is sent, or `undefined` when the input is not a context. `input` is a copy that may be changed. */
  readContext(input: unknown, keyFor: (kind: string) => string): Context | undefined
  /** Whether a flag that is null has the wrong type for an evaluation of a type. */
  readonly isNullMistyped?: boolean
  /** The options of the first identify. */
  readonly first?: IdentifyGiven
  /** Whether custom events leave out what is null. */
  readonly isNullOmitted?: boolean
  /** The defaults of further options. */
  readonly defaults?: More
  /** The extensions of these options. */
  extensions?(settings: FlagClientSettings & More): readonly Pick<ExtensionPart, 'start'>[]
  /** Creates the client that is returned and that plugins receive. */
  adapt?(client: FlagClient, base: BaseClient): Client
}

/** Starts a flag client on any platform. Never throws, and neither do the methods of the client. */
export const startFlagClient = (options: FlagClientOptions & { context: object }, deps: ClientDeps): FlagClient =>
  startClient(options, deps, { readContext })

/** Starts a flag client with the signatures of the facade. */
export function startClient<Client, More extends object>(
  { context, ...options }: FlagClientOptions & { context: object },
  deps: ClientDeps,
  facade: Facade<Client, More>,
): Client {
  const problems: string[] = []
  const settings = readSettings(options, (problem) => problems.push(problem), {
    logger: deps.log,
    extensions: [],
    storage: {},
    etags: {},
    instanceId: false,
    ...facade.defaults,
  }) as object as FlagClientSettings & More
  const { platform, opened, environmentId, keyFor, ownSettings } = clientPlatform(settings, deps)
  const { log } = platform
  checkBootstrap(settings.bootstrap, log.warn)
  /** The context of the latest identify. */
  let latest: Context | undefined
  let isClosed = false
  let { streaming } = settings
  /** The latest context that was passed to the extensions. */
  let entered: Context | undefined
  /** The calls of `identify` that have not ended, the oldest first. When one ends, those before it end too. */
  let waiting: { context: Context; end: (error?: Error) => void }[] = []
  const emitter = createEmitter()
  const overrides: WireFlags = Object.create(null)
  /** Those that have started. Each is given the client. */
  const extensions: Extension[] = []
  const events = startFlagEvents({
    platform,
    report,
    onGoalsReady: () => void emitter.emit('goalsReady'),
    shareStream: deps.shareStream,
    settings: ownSettings,
  })
  const base = createBaseClient(ownSettings, {
    platform,
    overrides,
    environment: settings.clientSideId,
    calls: { write: events.receive, stop: events.stop },
    createSource: launchDarklySource(ownSettings, platform.http, events),
    onUpdate,
    onEnd(ended, error) {
      const done = waiting.slice(0, waiting.findIndex((one) => one.context === ended) + 1).reverse()
      waiting = waiting.slice(done.length)
      done.forEach(({ end }) => end(error))
    },
    report,
  })
  const { getContext } = base
  const update = (key: string, change: () => void) => onUpdate(base.store.update(key, change), false)
  const host = { client: base, overrides, update, settings, log, clock: deps.clock, environmentId }
  for (const part of facade.extensions?.(settings) ?? (settings.extensions as readonly ExtensionPart[])) {
    attempt(
      () => void extensions.push(part.start(host)),
      (error) => log.error(`Extension threw: ${String(error)} (T113)`),
    )
  }
  const { observers, observe } = observation(extensions)
  listen()

  function onUpdate(changes: Changes, isWhole: boolean, isQuiet?: boolean) {
    if (isQuiet) return
    const now = getContext()
    if (now && now !== entered) extensions.forEach((one) => one.entered?.(now))
    entered = now
    extensions.forEach((one) => one.changed?.(changes, isWhole))
    emitChanges(emitter, changes)
  }

  /** Tells the client whether changes are to be found and streamed. */
  function listen() {
    const isListening = emitter.changeListeners > 0
    base.setListening(isListening || extensions.some((one) => one.diffFirstFlags), streaming ?? isListening)
  }

  /** Passes an error to its listeners, or to the log when there are none. A warning goes to the log. */
  function report(problem: Error | string) {
    if (typeof problem === 'string') log.warn(problem)
    else if (!emitter.emit('error', problem)) log.error(problem.message)
  }

  async function fail(kind: FlagErrorKind, message: string): Promise<never> {
    const error = flagError(kind, message)
    // In a microtask: before that, the caller has had no opportunity to add a listener.
    await Promise.resolve()
    report(error)
    throw error
  }

  async function identify(input: unknown, { hash, timeout }: IdentifyGiven = {}): Promise<void> {
    if (isClosed) throw closedError()
    if (input === undefined || input === null) return fail('InvalidUser', `No context specified. (T107)`)
    // A deep copy: rejects input that is not JSON, and isolates the context from later changes of the object.
    const read = attempt(() => {
      const copy = copyJson(input)
      return isShallow(copy) ? freezeDeep(facade.readContext(copy, keyFor)) : undefined
    })
    if (!read) return fail('InvalidUser', `Invalid context specified. (T108)`)
    latest = read
    const after = observe('Identify', { context: read, timeout })
    const end = (status: string) => after({ status: latest === read ? status : 'shed' })
    const ended = new Promise<void>((resolve, reject) =>
      waiting.push({ context: read, end: (error) => (error ? reject(error) : resolve()) }),
    )
    base.identify(read, { hash })
    void ended.then(
      () => end('completed'),
      () => end('error'),
    )
    return ended
  }

  function edit(how: 'on' | 'off', name: string, listener: Listener) {
    emitter[how](name, listener)
    listen()
  }

  const whenOpen = async (action: () => Promise<void>) => {
    await opened
    return action()
  }

  const initial = handled(
    settings.clientSideId.trim()
      ? opened && !(isRecord(settings.bootstrap) && hasKeys(context, facade))
        ? whenOpen(() => identify(context, facade.first))
        : identify(context, facade.first)
      : fail('InvalidEnvironmentId', `No environment/client-side ID was specified. (T106)`),
  )
  for (const problem of problems) handled(fail('InvalidArgument', problem))
  void initial
    .then(
      () => emitter.emit('initialized'),
      (error) => emitter.emit('failed', error),
    )
    .then(() => emitter.emit('ready'))

  const client = {
    waitForInitialization(seconds?: number) {
      const isNumber = typeName(seconds) === 'number'
      if (!isNumber || Number(seconds) * 1000 > RECOMMENDED_WAIT_MS) {
        log.warn(
          `waitForInitialization: give it a time-out in seconds, of ${RECOMMENDED_WAIT_MS / 1000} or less. (T110)`,
        )
      }
      if (!isNumber) return initial
      return handled(
        new Promise<void>((resolve, reject) => {
          const cancel = platform.clock.after(Number(seconds) * 1000, () =>
            reject(flagError('Timeout', `waitForInitialization timed out after ${seconds} seconds.`)),
          )
          initial.then(resolve, reject).finally(cancel)
        }),
      )
    },
    waitUntilReady: () => initial.catch(() => {}),
    identify(input: object, given?: string | IdentifyGiven) {
      const more = typeof given === 'string' ? { hash: given } : (given ?? {})
      return handled(whenOpen(() => identify(input, more)).then(base.allFlags))
    },
    getContext,
    ...clientEvaluations(base, observe, { events, observers, isNullMistyped: facade.isNullMistyped }),
    allFlags: base.allFlags,
    track(key: string, data?: unknown, metricValue?: number) {
      const sent = <T>(value: T) => (facade.isNullOmitted ? (value ?? undefined) : value)
      base.track(key, sent(data), sent(metricValue))
      if (typeof key !== 'string') return
      for (const one of extensions) one.tracked?.({ key, context: getContext(), data, metricValue })
    },
    flush: events.flush,
    // JavaScript callers may pass something that is not a name: no event has its text.
    on: (name: string, listener: Listener) => edit('on', String(name), listener),
    off: (name: string, listener: Listener) => edit('off', String(name), listener),
    setStreaming(isWanted: boolean | undefined) {
      streaming = isWanted
      listen()
    },
    async close() {
      isClosed = true
      const ended = waiting
      waiting = []
      ended.forEach(({ end }) => end(closedError()))
      base.close()
    },
  } as FlagClient
  const adapted = facade.adapt?.(client, base) ?? (client as Client)
  // A plugin expects the signatures of the client that it is registered with.
  for (const one of extensions) one.register?.(adapted as FlagClient)
  return adapted
}
