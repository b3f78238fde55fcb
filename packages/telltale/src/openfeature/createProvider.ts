import type {
  AnyProviderEvent,
  EvaluationContext,
  EventContext,
  Logger,
  Provider,
  ResolutionDetails,
} from '@openfeature/web-sdk'
import type { Json } from '../core/model/json.ts'
import { RECOMMENDED_WAIT_MS } from '../core/lib/time.ts'
import type { RunningFlags } from '../flags/flags.ts'
import type { Telltale } from '../layer/createTelltale.ts'
import { createEmitter } from './createEmitter.ts'
import { failed, resolved } from './resolution.ts'

/** A default of each type, for a caller whose own has another. */
const SAMPLES = { boolean: false, string: '', number: 0, object: {} }

type Given<T> = [key: string, fallback: T, context: EvaluationContext, logger: Logger]
type Status = 'READY' | 'STALE' | 'ERROR'

const NO_FLAGS = 'The flags of the user are not known. (T209)'
const OTHER_PERSON = 'The targeting key is not the user of the layer. (T211)'

/** The SDK's own work after a promise of the provider has settled is done in the second microtask. */
const afterSdk = (action: () => void) => queueMicrotask(() => queueMicrotask(action))

/** A provider over the flags of a layer, for an SDK that emits the events of `initialize` and `onContextChange`. */
export function createProvider(layer: Telltale): Provider {
  // The same functions by plain keys, and `current`, which is not part of the API.
  const flags = layer.flags as unknown as RunningFlags
  const events = createEmitter()
  let stops: (() => void)[] = []
  let values: Readonly<Record<string, Json>> = {}
  /** The last user that was known: to ask again, as with another token, changes nothing by itself. */
  let who: string | undefined
  /** What clients have been told. */
  let told: Status | undefined
  let isSwitching = false
  /** The context of the SDK is about somebody else, and the user is the same since. */
  let isRefused = false
  let isReported = false

  const emit = (type: string, details: EventContext & { flagsChanged?: string[] } = {}) =>
    events.emit(`PROVIDER_${type}` as AnyProviderEvent, details)

  function statusOf(): Status | undefined {
    if (!flags.current.get().isReady) return undefined
    if (flags.status.get() !== 'failed') return 'READY'
    return Object.keys(flags.allFlags())[0] ? 'STALE' : 'ERROR'
  }

  /** The code of what is wrong with the context, or with all flags. While it is not known who is here, no context is wrong. */
  function problemOf({ targetingKey }: EvaluationContext) {
    const { user } = flags.current.get()
    const status = statusOf()
    if (targetingKey && user && targetingKey !== (user.id ?? user.visitor)) return 'INVALID_CONTEXT'
    if (!status) return 'PROVIDER_NOT_READY'
    return status === 'ERROR' ? 'GENERAL' : undefined
  }

  function tell() {
    const status = statusOf()
    if (!status || status === told || isRefused) return
    told = status
    emit(status, status === 'ERROR' ? { message: NO_FLAGS } : {})
  }

  function update() {
    const [before, valuesBefore] = [who, values]
    const { user } = flags.current.get()
    if (user) who = JSON.stringify(user)
    values = flags.allFlags()
    if (!told) return
    const status = statusOf()
    if (before && who !== before) {
      if (!status) emit('RECONCILING')
      isSwitching = true
      isRefused = false
    }
    // An equal value has kept its reference.
    const flagsChanged = Object.keys({ ...valuesBefore, ...values }).filter((key) => valuesBefore[key] !== values[key])
    if (flagsChanged[0]) emit('CONFIGURATION_CHANGED', { flagsChanged })
    if (isSwitching && status) {
      isSwitching = false
      emit('CONTEXT_CHANGED')
    }
    tell()
  }

  /** Waits until the flags of the user are known, and throws what is wrong with them, or with the context. */
  async function judge(context: EvaluationContext) {
    await (statusOf() ?? layer.ready.within(RECOMMENDED_WAIT_MS))
    const code = problemOf(context)
    if (!code) return accept()
    told = 'ERROR'
    isRefused = code === 'INVALID_CONTEXT'
    throw Object.assign(new Error(isRefused ? OTHER_PERSON : NO_FLAGS), { code })
  }

  function accept() {
    isRefused = false
    told = 'READY'
    // The SDK says READY, whatever the status is.
    afterSdk(() => {
      told &&= 'READY'
      update()
    })
  }

  function report({ targetingKey: _key, ...attributes }: EvaluationContext, logger: Logger) {
    const names = Object.keys(attributes).join(', ')
    if (isReported || !names) return
    isReported = true
    logger.warn(`Attributes of the context do not reach the flag service: ${names}. (T210)`)
  }

  const resolver =
    (type: keyof typeof SAMPLES) =>
    <T>(...[key, fallback, context, logger]: Given<T>): ResolutionDetails<T> => {
      const problem = problemOf(context)
      if (problem === 'INVALID_CONTEXT') return failed(fallback, 'INVALID_CONTEXT', OTHER_PERSON)
      report(context, logger)
      const isLike = typeof fallback === type && fallback !== null
      const detail = flags.variationDetail(key, (isLike ? fallback : SAMPLES[type]) as Json)
      const { reason } = detail
      const flag = flags.getFlag(key)
      if (flag && reason?.kind !== 'ERROR') {
        const value = flag.value === null ? fallback : (detail.value as T)
        return resolved({ ...detail, value }, flag, flags.status.get())
      }
      // A layer without flags gives no reason.
      const why = reason?.['errorKind'] ?? NO_FLAGS
      const codeOfFlag = why === 'WRONG_TYPE' ? 'TYPE_MISMATCH' : 'GENERAL'
      return failed(fallback, flag ? codeOfFlag : (problem ?? 'FLAG_NOT_FOUND'), String(why))
    }

  return {
    metadata: { name: 'telltale' },
    runsOn: 'client',
    events,
    initialize(context = {}) {
      if (!stops[0]) {
        update()
        // Flags are followed while somebody watches one.
        stops = [flags.current.watch(update), flags.watch('', () => {})]
      }
      return judge(context)
    },
    onContextChange: (_before, context) => (problemOf(context) ? judge(context) : accept()),
    async onClose() {
      for (const stop of stops.splice(0)) stop()
      who = told = undefined
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
