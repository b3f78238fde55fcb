import { safeLog, type ClientDeps } from '../client/clientPlatform.ts'
import { createEmitter } from '../client/emitter.ts'
import type { Hook } from '../client/hooks.ts'
import { closedError } from '../flags/flagError.ts'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { isText } from '../core/model/promotion.ts'
import { startClient } from '../client/startFlagClient.ts'
import { createContextReader, type LDContext, type LDContextWithKey } from './contextReader.ts'
import {
  evaluationsV4,
  type StartedV4,
  type LDClientV4,
  type LDIdentifyResult,
  type LDInitializationResult,
  type LDPluginV4,
  type LDStartOptions,
} from './ldClientV4.ts'
import type { LDLogger } from './ldModel.ts'
import { readOptionsV4, type LDOptionsV4 } from './optionsV4.ts'
import {
  pluginV4,
  vendorExtensions,
  type VendorExtensions,
  createDataSourceStatus,
  createStreamingSwitch,
  createVendorListeners,
} from './vendorExtensions.ts'

/** The default timeout of a start or an identify, in seconds. A longer timeout is not recommended. */
const TIMEOUT_S = 5

/**
 * The v4 SDK's `createClient` on a platform. Throws without a client-side id.
 *
 * @param defaultLogger the logger of clients without a logger in their options
 */
export const createClientOn =
  (deps: ClientDeps, defaultLogger: LDLogger) =>
  (clientSideId: string, context: LDContext, options: LDOptionsV4 = {}): LDClientV4 => {
    if (!isText(clientSideId))
      throw new Error('createClient: pass the client-side ID of your environment first. (T127)')
    const logger = options.logger ?? defaultLogger
    const log = safeLog(logger, deps.log)
    const settings = { ...readOptionsV4(options, log.warn), logger }
    return clientV4({ deps, logger, log, settings: { ...settings, clientSideId, context } })
  }

interface Basis {
  deps: ClientDeps
  logger: LDLogger
  log: ReturnType<typeof safeLog>
  settings: Partial<FlagClientOptions & VendorExtensions> & { clientSideId: string; context: object }
}

function clientV4({ deps, logger, log, settings }: Basis): LDClientV4 {
  const { clock } = deps
  const emitter = createEmitter()
  const source = createDataSourceStatus(clock, (status) => emitter.emit('dataSourceStatus', status))
  const addedHooks: Hook[] = []
  const contexts = createContextReader(false)
  let started: StartedV4 | undefined
  let starting: Promise<LDInitializationResult> | undefined
  let result: LDInitializationResult | undefined
  let resolveInitial: (result: LDInitializationResult) => void
  const initial = new Promise<LDInitializationResult>((resolve) => (resolveInitial = resolve))
  let isClosed = false
  /** Ends the identify under way, because a later one has been called. */
  let shed = () => {}
  const streaming = createStreamingSwitch(
    { setStreaming: (isWanted) => started?.client.setStreaming(isWanted) },
    () => emitter.changeListeners > 0,
  )
  streaming.set(settings.streaming)
  const listeners = createVendorListeners(() => emitter, streaming.follow)

  const contextNow = () => started?.client.getContext()

  function reportError(error: Error) {
    log.error(error.message)
    emitter.emit('error', contextNow(), error)
  }

  function announce(keys: readonly string[]) {
    emitter.emit('change', contextNow(), keys)
    for (const key of keys) emitter.emit(`change:${key}`, contextNow())
  }

  function settle(outcome: LDInitializationResult) {
    if (result) return
    result = outcome
    emitter.emit('ready')
    if (outcome.status === 'complete') emitter.emit('initialized')
    resolveInitial(outcome)
  }

  function follow({ client, base }: StartedV4, bootstrap: unknown) {
    started = { client, base }
    streaming.follow()
    client.on('change', (changed) => announce(Object.keys(changed)))
    client.on('error', (error) => {
      if (/FlagFetch|InvalidEnvironmentId/.test(error.name)) source.fail(error, base.status.get() === 'live')
      reportError(error)
      // Cached flags are in force, but the v4 SDK waits for the service.
      if (base.status.get() === 'failed') settle({ status: 'failed', error })
    })
    client.on('failed', (error) => settle({ status: 'failed', error }))
    const onStatus = () => {
      if (isClosed || base.status.get() !== 'live') return
      source.set('VALID')
      settle({ status: 'complete' })
    }
    // In a microtask: the changes of the first flags are emitted before.
    base.status.watch(() => queueMicrotask(onStatus))
    queueMicrotask(() => {
      const kept = Object.keys(bootstrap ? {} : client.allFlags())
      if (kept[0] && !isClosed) announce(kept)
      onStatus()
    })
  }

  function within<T>(promise: Promise<T>, seconds: number, late: T): Promise<T> {
    if (seconds > TIMEOUT_S)
      log.warn(`A timeout of ${seconds} seconds is long: give it ${TIMEOUT_S} seconds or less. (T128)`)
    return new Promise((resolve) => {
      const cancel = clock.after(seconds * 1000, () => resolve(late))
      void promise.then(resolve).finally(cancel)
    })
  }

  const self: LDClientV4 = {
    ...evaluationsV4(() => started, reportError),
    logger,
    start(options = {}) {
      if (isClosed) return Promise.resolve({ status: 'failed', error: closedError() })
      if (result) return Promise.resolve(result)
      return (starting ??= begin(options))
    },
    waitForInitialization: ({ timeout = TIMEOUT_S } = {}) =>
      result ? Promise.resolve(result) : within(initial, timeout, { status: 'timeout' }),
    async identify(context, { hash = '', timeout, noTimeout } = {}) {
      if (!started) {
        log.error('The client must be started before a context can be identified: call start() first. (T129)')
        return { status: 'error', error: new Error('Identify called before start (T130)') }
      }
      shed()
      const overtaken = new Promise<LDIdentifyResult>((resolve) => (shed = () => resolve({ status: 'shed' })))
      const identified = started.client
        .identify(context, { hash, timeout } as object)
        .then<LDIdentifyResult, LDIdentifyResult>(
          () => ({ status: 'completed' }),
          (error: Error) => ({ status: 'error', error }),
        )
      const outcome = Promise.race([identified, overtaken])
      if (noTimeout && timeout === undefined) return outcome
      const seconds = timeout ?? TIMEOUT_S
      return within(outcome, seconds, { status: 'timeout', timeout: seconds })
    },
    getContext: () => contexts.givenFor(contextNow()) as LDContextWithKey | undefined,
    allFlags: () => ({ ...started?.client.allFlags() }),
    track(key, data, metricValue) {
      if (started) started.client.track(key, data, metricValue)
      else log.warn('The client has no context before start(): the event is not sent. (T131)')
    },
    on: (key, callback) => listeners.on(key, callback),
    off: (key, callback) => listeners.off(key, callback),
    addHook: (hook) => void addedHooks.push(hook as Hook),
    setStreaming: streaming.set,
    setConnectionMode() {
      log.warn(
        'setConnectionMode has no effect: it belongs to the option dataSystem, which this client does not have. (T132)',
      )
    },
    async flush() {
      await started?.client.flush()
      return { result: true }
    },
    async close() {
      isClosed = true
      started?.client.setStreaming(false)
      await started?.client.flush()
      await started?.client.close()
      source.set('CLOSED')
    },
  }
  return self

  function begin({ bootstrap, identifyOptions, timeout = TIMEOUT_S }: LDStartOptions) {
    const given = identifyOptions?.bootstrap ?? bootstrap
    const options = {
      ...settings,
      plugins: ((settings.plugins ?? []) as object[] as LDPluginV4[]).map(pluginV4),
      streaming: settings.streaming ?? false,
      hash: identifyOptions?.hash,
      ...(given ? { bootstrap: given } : {}),
    }
    source.set('INITIALIZING')
    startClient(options as FlagClientOptions & { context: object }, deps, {
      ...vendorExtensions(addedHooks, contexts),
      isNullMistyped: true,
      first: { timeout: identifyOptions?.timeout },
      adapt(client, base) {
        follow({ client, base }, given)
        return self
      },
    })
    return within(initial, timeout, { status: 'timeout' })
  }
}
