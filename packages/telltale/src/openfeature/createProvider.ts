import type {
  AnyProviderEvent,
  ErrorCode,
  EvaluationContext,
  EventContext,
  Logger,
  Provider,
  ResolutionDetails,
} from '@openfeature/web-sdk'
import { writeJson } from '../core/lib/json.ts'
import type { Json } from '../core/model/json.ts'
import { RECOMMENDED_WAIT_MS } from '../core/lib/time.ts'
import type { RunningFlags } from '../flags/flags.ts'
import type { Telltale } from '../layer/createTelltale.ts'
import { createEmitter } from './createEmitter.ts'
import { codeOf, failed, resolved } from './resolution.ts'

/** A default of each type, for a caller whose own has another. */
const SAMPLES = { boolean: false, string: '', number: 0, object: {} }

type Given<T> = [key: string, fallback: T, context: EvaluationContext, logger: Logger]
type Status = 'READY' | 'STALE' | 'ERROR'

const NO_FLAGS = 'The flags of the user are not known. (T209)'
const OTHER_PERSON = 'The targeting key is not the user of the layer. (T211)'

/** The SDK's own work after a promise of the provider has settled is done in the second microtask. */
const afterSdk = (action: () => void) => queueMicrotask(() => queueMicrotask(action))

/**
 * A provider over the flags of a layer.
 *
 * @param emitsLifeCycle whether the provider emits the events of `initialize` and `onContextChange`, as version 0.9 of OpenFeature's specification
 *   says, and not the SDK
 */
export function createProvider(layer: Telltale, emitsLifeCycle: boolean): Provider {
  // The same functions by plain keys, and `current`, which is not part of the API.
  const flags = layer.flags as unknown as RunningFlags
  const events = createEmitter()
  let stops: (() => void)[] = []
  let seen = look(undefined)
  /** What clients have been told. */
  let told: Status | undefined
  let isSwitching = false
  /** The context of the SDK is about somebody else, and the user is the same since. */
  let isRefused = false
  let isReported = false

  const emit = (type: string, details: EventContext & { flagsChanged?: string[] } = {}) =>
    events.emit(`PROVIDER_${type}` as AnyProviderEvent, details)

  /** @param who the last user that was known: to ask again, as with another token, changes nothing by itself */
  function look(who: string | undefined) {
    const { user, values } = flags.current.get()
    return { who: user ? writeJson(user) : who, values }
  }

  function statusOf(): Status | undefined {
    const { isReady, values } = flags.current.get()
    if (!isReady) return undefined
    if (flags.status.get() !== 'failed') return 'READY'
    return Object.keys(values)[0] ? 'STALE' : 'ERROR'
  }

  /** Whether the context is about somebody else. Not while it is not known who is here. */
  function isOther({ targetingKey }: EvaluationContext): boolean {
    const { user } = flags.current.get()
    return Boolean(targetingKey && user && targetingKey !== (user.id ?? user.visitor))
  }

  function tell() {
    const status = statusOf()
    if (!status || status === told || isRefused) return
    told = status
    emit(status, status === 'ERROR' ? { message: NO_FLAGS } : {})
  }

  function update() {
    const before = seen
    seen = look(before.who)
    if (!told) return
    const status = statusOf()
    if (before.who && seen.who !== before.who) {
      if (!status) emit('RECONCILING')
      isSwitching = true
      isRefused = false
    }
    // An equal value has kept its reference.
    const flagsChanged = Object.keys({ ...before.values, ...seen.values }).filter(
      (key) => before.values[key] !== seen.values[key],
    )
    if (flagsChanged[0]) emit('CONFIGURATION_CHANGED', { flagsChanged })
    if (isSwitching && status) {
      isSwitching = false
      emit('CONTEXT_CHANGED')
    }
    tell()
  }

  function start() {
    if (stops[0]) return
    seen = look(undefined)
    // Flags are followed while somebody watches one.
    stops = [flags.current.watch(update), flags.watch('', () => {})]
  }

  /** Waits until the flags of the user are known, and throws what is wrong with them, or with the context. */
  async function judge(context: EvaluationContext) {
    await (statusOf() ?? layer.ready.within(RECOMMENDED_WAIT_MS))
    const status = statusOf()
    if (!status) return refuse('PROVIDER_NOT_READY', NO_FLAGS)
    if (isOther(context)) return refuse('INVALID_CONTEXT', OTHER_PERSON)
    if (status === 'ERROR') return refuse('GENERAL', NO_FLAGS)
    accept()
  }

  function refuse(code: string, message: string): never {
    told = 'ERROR'
    isRefused = code === 'INVALID_CONTEXT'
    if (emitsLifeCycle) emit('ERROR', { message, errorCode: code as ErrorCode })
    throw Object.assign(new Error(message), { code })
  }

  function accept() {
    isRefused = false
    if (emitsLifeCycle) return tell()
    told ??= 'READY'
    // The SDK says READY, whatever the status is.
    afterSdk(() => {
      if (!stops[0]) return
      told = 'READY'
      tell()
    })
  }

  function report(context: EvaluationContext, logger: Logger) {
    const { targetingKey: _key, ...attributes } = context
    const names = Object.keys(attributes)
    if (isReported || !names[0]) return
    isReported = true
    logger.warn(`Attributes of the context do not reach the flag service: ${names.join(', ')}. (T210)`)
  }

  const resolver =
    (type: keyof typeof SAMPLES) =>
    <T>(...[key, fallback, context, logger]: Given<T>): ResolutionDetails<T> => {
      if (isOther(context)) return failed(fallback, 'INVALID_CONTEXT', OTHER_PERSON)
      report(context, logger)
      const isLike = typeof fallback === type && fallback !== null
      const detail = flags.variationDetail(key, (isLike ? fallback : SAMPLES[type]) as Json)
      const { reason } = detail
      const flag = flags.getFlag(key)
      if (reason?.kind === 'ERROR') {
        const status = statusOf()
        if (flag || status === 'READY' || status === 'STALE')
          return failed(fallback, codeOf(reason), String(reason['errorKind']))
        return failed(fallback, status ? 'GENERAL' : 'PROVIDER_NOT_READY', NO_FLAGS)
      }
      if (!flag && !reason) return failed(fallback, 'FLAG_NOT_FOUND', NO_FLAGS)
      const value = flag?.value === null ? fallback : (detail.value as T)
      return resolved({ ...detail, value }, flag, flags.status.get())
    }

  return {
    metadata: { name: 'telltale' },
    runsOn: 'client',
    events,
    initialize(context = {}) {
      start()
      return judge(context)
    },
    onContextChange(_before, context) {
      if (statusOf() && !isOther(context)) {
        accept()
        if (emitsLifeCycle) emit('CONTEXT_CHANGED')
        return undefined
      }
      if (emitsLifeCycle) emit('RECONCILING')
      const judged = judge(context)
      return emitsLifeCycle ? judged.then(() => emit('CONTEXT_CHANGED')) : judged
    },
    async onClose() {
      for (const stop of stops.splice(0)) stop()
      told = undefined
      events.removeAllHandlers()
    },
    track: (name, _context, details) =>
      void (layer.track as (name: string, properties?: object) => void)(name, details),
    resolveBooleanEvaluation: resolver('boolean'),
    resolveStringEvaluation: resolver('string'),
    resolveNumberEvaluation: resolver('number'),
    resolveObjectEvaluation: resolver('object') as Provider['resolveObjectEvaluation'],
  }
}
