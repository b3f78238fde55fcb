import { DATADOG } from '../../core/model/vendorLimits.ts'
import { limitEach, vendorRecorder, type Call, type VendorRecord } from './vendorRecord.ts'

export interface FakeDatadogOptions {
  onReceived?: (record: VendorRecord) => void
}

/** What applications use of `datadogRum`. */
export interface FakeDatadog {
  init(settings: { applicationId: string; clientToken: string }): void
  setUser(user: object): void
  setUserProperty(name: string, value: unknown): void
  getUser(): Record<string, unknown>
  clearUser(): void
  setGlobalContextProperty(name: string, value: unknown): void
  addAction(name: string, context?: object): void
  addError(error: unknown, context?: object): void
  addTiming(name: string): void
  addFeatureFlagEvaluation(key: string, value: unknown): void
  startView(view: string | { name: string }): void
  /** Names the view that is open. `undefined` before `init`. */
  getInternalContext(): { view: { id: string; name: string } } | undefined
  /** Each call so far, with what Datadog has of it; those before `init` come with it. */
  readonly received: readonly VendorRecord[]
  /** The flags that the present view is known to have shown. Each new view starts with none. */
  readonly featureFlags: Readonly<Record<string, unknown>>
}

/** Datadog's browser RUM, without the recording and the sending. What comes before `init` waits for it, in order. */
export function fakeDatadog({ onReceived }: FakeDatadogOptions = {}): FakeDatadog {
  const { received, keep, drop } = vendorRecorder('datadog', onReceived)
  let waiting: (() => void)[] | undefined = []
  let user: Record<string, unknown> = {}
  /** Known at once, also before `init`. */
  let latestUser = user
  let globalContext: Record<string, unknown> = {}
  let view = 'initial'
  let viewCount = 1
  let featureFlags: Record<string, unknown> = {}

  const whenStarted = (task: () => void) => (waiting ? void waiting.push(task) : task())
  const facts = () => ({ user, view })

  function become(call: Call, next: Record<string, unknown>, losses: readonly string[] = []) {
    latestUser = next
    whenStarted(() => {
      user = next
      keep(call, facts(), losses)
    })
  }

  function addEvent(call: Call, what: object, context: object) {
    whenStarted(() => {
      const { value, losses } = limitContext(context)
      keep(call, { ...what, context: { ...globalContext, ...value }, ...facts() }, losses)
    })
  }

  return {
    received,
    get featureFlags() {
      return featureFlags
    },
    init(settings) {
      const call = ['init', settings] as const
      if (!settings.applicationId || !settings.clientToken)
        return drop(call, 'applicationId and clientToken are needed: nothing is recorded')
      if (!waiting) return drop(call, 'it is initialised already')
      const tasks = waiting
      waiting = undefined
      keep(call, {})
      for (const task of tasks) task()
    },
    setUser: (given) => become(['setUser', given], withTexts(given), 'id' in given ? [] : ['a user has an id']),
    setUserProperty: (name, value) =>
      become(['setUserProperty', name, value], withTexts({ ...latestUser, [name]: value })),
    getUser: () => ({ ...latestUser }),
    clearUser: () => become(['clearUser'], {}),
    setGlobalContextProperty: (name, value) =>
      whenStarted(() => {
        globalContext = { ...globalContext, [name]: value }
        keep(['setGlobalContextProperty', name, value], {})
      }),
    addAction: (name, context = {}) => addEvent(['addAction', name, context], { action: name }, context),
    addError: (error, context = {}) =>
      addEvent(['addError', error, context], { error: String(error), featureFlags }, context),
    addTiming: (name) => whenStarted(() => keep(['addTiming', name], { timing: name, ...facts() })),
    addFeatureFlagEvaluation: (key, value) =>
      whenStarted(() => {
        // Events are sent as JSON, which leaves out what is undefined.
        const { [key]: _former, ...others } = featureFlags
        featureFlags = value === undefined ? others : { ...others, [key]: value }
        const losses = DATADOG.notInFlagNames.test(key)
          ? [`${key} cannot be searched for: it has a character that may not be in a flag’s name`]
          : []
        keep(['addFeatureFlagEvaluation', key, value], { featureFlags, view }, losses)
      }),
    startView: (next) =>
      whenStarted(() => {
        view = typeof next === 'string' ? next : next.name
        viewCount += 1
        featureFlags = {}
        keep(['startView', next], { view, featureFlags })
      }),
    getInternalContext: () => (waiting ? undefined : { view: { id: `view-${viewCount}`, name: view } }),
  }
}

/** Whatever they are, these become texts. */
const withTexts = (given: object) => ({
  ...given,
  ...textOf(given, 'id'),
  ...textOf(given, 'name'),
  ...textOf(given, 'email'),
})

const textOf = (given: object, name: string) => {
  const value = (given as Record<string, unknown>)[name]
  return value === undefined || value === null ? {} : { [name]: String(value) }
}

/** Property after property, until no more fits. */
function limitContext(context: object) {
  let characters = 2
  return limitEach(context, (name, value) => {
    characters += (JSON.stringify(value)?.length ?? 0) + name.length + 4
    return characters <= DATADOG.context
      ? { value }
      : { loss: `${name} is cut off: a context has ${DATADOG.context} characters at most` }
  })
}
