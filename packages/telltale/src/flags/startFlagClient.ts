import { attempt } from '../core/lib/attempt.ts'
import { typeName } from '../core/lib/typeName.ts'
import type { Json } from '../core/model/json.ts'
import type { Log } from '../core/ports/log.ts'
import { anonymousKey } from './anonymousKey.ts'
import { openStorage } from './asyncStorage.ts'
import type { FlagClient } from './flagClient.ts'
import { createFlagEngine } from './flagEngine.ts'
import { flagError, SEE_DOCUMENTATION, type FlagErrorKind } from './flagErrors.ts'
import type { FlagPlatform } from './flagPlatform.ts'
import { createFlagReader } from './flagReader.ts'
import { readSettings, type FlagClientOptions } from './flagSettings.ts'
import { addPlugins } from './plugins.ts'
import { readContext } from './readContext.ts'

/** A longer wait keeps a page from its user. */
const RECOMMENDED_WAIT_S = 5

/** The types of the evaluations that have one. */
const TYPES = { bool: 'boolean', string: 'string', number: 'number', json: undefined }

const quiet = <T>(promise: Promise<T>) => {
  // Who does not care how it ends need not say so: an unhandled rejection would be the page's.
  promise.catch(() => {})
  return promise
}

/** Starts a flag client on any platform. Never throws, and nothing of it does later. */
export function startFlagClient(
  { context, ...options }: FlagClientOptions & { context: object },
  outside: FlagPlatform,
) {
  const problems: string[] = []
  const settings = readSettings(options, (problem) => problems.push(problem))
  const storage = settings.storage && openStorage(settings.storage, outside.clock)
  // An application's own log may be none, or throw.
  const line = (level: keyof Log) => (message: string) =>
    attempt(
      () => (settings.logger ?? outside.log)[level](message),
      () => outside.log[level](message),
    )
  const log = { error: line('error'), warn: line('warn') }
  const platform = { ...outside, log, ...(storage && { storage }) }
  const engine = createFlagEngine(settings, platform)
  const { store, events, report, emitter } = engine
  const reader = createFlagReader(engine, settings, log)
  const { hooks, detail } = reader
  const register = addPlugins({ settings, engine, hooks: hooks.list, log })

  function fail(kind: FlagErrorKind, message: string): Promise<never> {
    const error = flagError(kind, message)
    // A moment later: who made the client has had no time to listen yet.
    return Promise.resolve().then(() => {
      report(error)
      throw error
    })
  }

  async function identify(input: unknown, hash?: string): Promise<void> {
    if (input === undefined || input === null) return fail('InvalidUser', `No context specified.${SEE_DOCUMENTATION}`)
    // A copy, as it goes over the wire: what is no JSON is no context, and a later change of the object is none of this one.
    const read = attempt(
      () => readContext(JSON.parse(JSON.stringify(input)), (kind) => anonymousKey(kind, platform)),
      () => undefined,
    )
    if (!read) return fail('InvalidUser', `Invalid context specified.${SEE_DOCUMENTATION}`)
    const after = hooks.before('Identify', { context: read })
    try {
      await engine.identify(read, { hash })
      after({ status: 'completed' })
    } catch (error) {
      after({ status: 'error' })
      throw error
    }
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
      : fail('InvalidEnvironmentId', `No environment/client-side ID was specified.${SEE_DOCUMENTATION}`),
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
    const isRightType = (value: Json) => !type || typeof value === type
    const read = (how: string) => (key: string, fallback: Json) => detail(key, fallback, { method: how, isRightType })
    return [
      [method, (key: string, fallback: Json) => read(method)(key, fallback).value],
      [`${method}Detail`, read(`${method}Detail`)],
    ]
  })

  const client = {
    waitForInitialization(seconds?: number) {
      const called = 'The waitForInitialization function was called with'
      if (seconds === undefined) {
        log.warn(`${called}out a timeout specified. In a future version a default timeout will be applied.`)
        return initial
      }
      if (typeName(seconds) !== 'number') {
        log.warn('The waitForInitialization method was provided with a non-numeric timeout.')
        return initial
      }
      if (seconds > RECOMMENDED_WAIT_S) {
        log.warn(`${called} a timeout greater than 5 seconds. We recommend a timeout of 5 seconds or less.`)
      }
      return quiet(
        new Promise<void>((resolve, reject) => {
          const cancel = platform.clock.after(seconds * 1000, () =>
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
    variation: reader.value,
    variationDetail: (key: string, fallback: Json) => detail(key, fallback, { method: 'variationDetail' }),
    ...Object.fromEntries(typed),
    allFlags: store.values,
    track(key: string, data?: unknown, metricValue?: number) {
      if (typeof key !== 'string') {
        const name = attempt(() => String(key), String)
        return report(flagError('InvalidEventKey', `Custom event "${name}" does not exist`))
      }
      events.record({ kind: 'custom', key, data, metricValue, url: events.url() })
      hooks.tracked({ key, context: engine.context(), data, metricValue, environmentId: engine.environmentId() })
    },
    flush: events.flush,
    on: engine.on,
    off: engine.off,
    setStreaming: engine.setStreaming,
    addHook: (hook) => void hooks.list.push(hook),
    close: async () => engine.stop(),
  } as FlagClient
  register(client)
  return client
}
