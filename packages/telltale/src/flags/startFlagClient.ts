import { createHttp, type HttpOptions } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { RECOMMENDED_WAIT_MS } from '../core/lib/recommendedWaitMs.ts'
import { typeName } from '../core/lib/typeName.ts'
import type { Json } from '../core/model/json.ts'
import { announceChanges } from './announceChanges.ts'
import { anonymousKey } from './anonymousKey.ts'
import { openStorage } from './asyncStorage.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import type { FlagClient } from './flagClient.ts'
import { createFlagEngine, type FlagEngine } from './flagEngine.ts'
import { flagError, type FlagErrorKind } from './flagErrors.ts'
import type { FlagPlatform } from './flagPlatform.ts'
import { createFlagReader } from './flagReader.ts'
import { readSettings, type FlagClientOptions, type FlagClientSettings } from './flagSettings.ts'
import type { Changes } from './flagStore.ts'
import { createHooks } from './hooks.ts'
import { createInspect } from './inspectors.ts'
import { addPlugins } from './plugins.ts'
import { readContext } from './readContext.ts'
import { safeLog } from './safeLog.ts'

/** The types of the evaluations that have one. */
const TYPES = { bool: 'boolean', string: 'string', number: 'number', json: undefined }

const quiet = <T>(promise: Promise<T>) => {
  // Who does not care how it ends need not say so: an unhandled rejection would be the page's.
  promise.catch(() => {})
  return promise
}

/**
 * Starts a flag client on any platform. Never throws, and nothing of it does later.
 *
 * @param adapt makes the client that is returned, and that plugins receive, where its methods have other signatures
 */
export function startFlagClient<Client = FlagClient>(
  { context, ...options }: FlagClientOptions & { context: object },
  outside: FlagPlatform,
  adapt = (client: FlagClient, _engine: FlagEngine) => client as Client,
): Client {
  const problems: string[] = []
  const settings: FlagClientSettings = readSettings(options, (problem) => problems.push(problem), {
    hooks: [],
    inspectors: [],
    plugins: [],
    logger: outside.log,
    storage: undefined,
  })
  const { inspectors, logger } = settings
  const storage = settings.storage && openStorage(settings.storage, outside.clock)
  const log = safeLog(logger, outside.log)
  const ask = createHttp(outside)
  let environmentId: string | undefined
  const platform = {
    ...outside,
    log,
    ...(storage && { storage }),
    async http(request: HttpOptions) {
      const answer = await ask(request)
      if (answer.outcome === 'success') environmentId = answer.header('x-ld-envid') ?? environmentId
      return answer
    },
  }
  const emitter = createEmitter()
  const inspect = createInspect(inspectors, platform)
  const hooks = createHooks([...settings.hooks], log, () => environmentId)
  const engine = createFlagEngine(settings, platform, {
    onUpdate: announce,
    wantsFirst: inspectors.length > 0,
    onContext: (entered) => inspect('client-identity-changed', () => [entered]),
    onGoalsReady: () => emitter.emit('goalsReady'),
    report,
  })
  const { store, events } = engine
  const isInspected = inspectors.some(({ type }) => type === 'flag-used')
  const { value, detail } = createFlagReader({ engine, hooks, inspect, isInspected })
  const register = addPlugins({ settings, store, announce, hooks: hooks.list, log })

  function announce(changes: Changes, isWhole = false) {
    announceChanges(changes, { store: engine.store, emitter, inspect }, isWhole)
  }

  /** To those who listen for errors, or to the developer's console. */
  function report(problem: Error | string) {
    if (typeof problem === 'string') log.warn(problem)
    else if (!emitter.emit('error', problem)) log.error(problem.message)
  }

  async function fail(kind: FlagErrorKind, message: string): Promise<never> {
    const error = flagError(kind, message)
    // A moment later: who made the client has had no time to listen yet.
    await Promise.resolve()
    report(error)
    throw error
  }

  async function identify(input: unknown, hash?: string): Promise<void> {
    if (input === undefined || input === null) return fail('InvalidUser', `No context specified.`)
    // A copy, as it goes over the wire: what is no JSON is no context, and a later change of the object is none of this one.
    const read = attempt(() => readContext(JSON.parse(JSON.stringify(input)), (kind) => anonymousKey(kind, platform)))
    if (!read) return fail('InvalidUser', `Invalid context specified.`)
    const after = hooks.before('Identify', { context: read })
    const ended = new Promise<void>((resolve, reject) =>
      engine.identify(read, { hash, onEnd: (error) => (error ? reject(error) : resolve()) }),
    )
    void ended.then(
      () => after({ status: 'completed' }),
      () => after({ status: 'error' }),
    )
    return ended
  }

  const whenOpen = async (action: () => Promise<void>) => {
    await storage?.opened
    return action()
  }

  const initial = quiet(
    settings.clientSideId
      ? storage
        ? whenOpen(() => identify(context))
        : identify(context)
      : fail('InvalidEnvironmentId', `No environment/client-side ID was specified.`),
  )
  for (const problem of problems) quiet(fail('InvalidArgument', problem))
  void initial
    .then(
      () => emitter.emit('initialized'),
      (error) => emitter.emit('failed', error),
    )
    .then(() => emitter.emit('ready'))

  const typed = Object.entries(TYPES).flatMap(([name, type]) => {
    const method = `${name}Variation`
    const isRightType = (found: Json) => !type || typeof found === type
    const read = (how: string) => (key: string, fallback: Json) => detail(key, fallback, { method: how, isRightType })
    return [
      [method, (key: string, fallback: Json) => read(method)(key, fallback).value],
      [`${method}Detail`, read(`${method}Detail`)],
    ]
  })

  /** Adds or removes a listener. */
  const edit = (how: 'on' | 'off') => (name: string, listener: Parameters<Emitter['on']>[1]) => {
    emitter[how](name, listener)
    engine.setListening(emitter.changeListeners > 0)
  }

  const client = {
    waitForInitialization(seconds?: number) {
      const isNumber = typeName(seconds) === 'number'
      if (!isNumber || Number(seconds) * 1000 > RECOMMENDED_WAIT_MS) {
        log.warn(`waitForInitialization: give it a time-out in seconds, of ${RECOMMENDED_WAIT_MS / 1000} or less.`)
      }
      if (!isNumber) return initial
      return quiet(
        new Promise<void>((resolve, reject) => {
          const cancel = platform.clock.after(Number(seconds) * 1000, () =>
            reject(flagError('Timeout', `waitForInitialization timed out after ${seconds} seconds.`)),
          )
          initial.then(resolve, reject).finally(cancel)
        }),
      )
    },
    waitUntilReady: () => initial.catch(() => {}),
    identify(input: object, given?: string | { hash?: string }) {
      const hash = typeof given === 'object' ? given?.hash : given
      return quiet(whenOpen(() => identify(input, hash)).then(store.values))
    },
    getContext: engine.context,
    variation: value,
    variationDetail: (key: string, fallback: Json) => detail(key, fallback, { method: 'variationDetail' }),
    ...Object.fromEntries(typed),
    allFlags: store.values,
    track(key: string, data?: unknown, metricValue?: number) {
      if (typeof key !== 'string') {
        const name = attempt(() => String(key), String)
        return report(flagError('InvalidEventKey', `Custom event "${name}" does not exist`))
      }
      events.record({ kind: 'custom', key, data, metricValue, url: events.url() })
      hooks.tracked({ key, context: engine.context(), data, metricValue })
    },
    flush: events.flush,
    on: edit('on'),
    off: edit('off'),
    setStreaming: engine.setStreaming,
    addHook: (hook) => void hooks.list.push(hook),
    close: async () => engine.stop(),
  } as FlagClient
  const adapted = adapt(client, engine)
  // A plugin is written for the signatures of the client that it was given to.
  register(adapted as FlagClient)
  return adapted
}
