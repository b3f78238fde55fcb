import { DATADOG } from '../../core/model/vendorLimits.ts'
import { limitEach, vendorRecorder, type Call, type VendorRecord } from './vendorRecord.ts'

/** The options of `fakeDatadog`. */
export interface FakeDatadogOptions {
  /** Called with each call. */
  onReceived?: (record: VendorRecord) => void
}

/** The methods of `datadogRum` that applications use. */
export interface FakeDatadog {
  /** Starts the SDK, which then handles the calls of before. */
  init(settings: { applicationId: string; clientToken: string }): void
  /** Sets the user of all later data. */
  setUser(user: object): void
  /** Sets one property of the user. */
  setUserProperty(name: string, value: unknown): void
  /** Returns the user. */
  getUser(): Record<string, unknown>
  /** Removes the user. */
  clearUser(): void
  /** Sets the account of all later data. */
  setAccount(account: object): void
  /** Returns the account. */
  getAccount(): Record<string, unknown>
  /** Removes the account. */
  clearAccount(): void
  /** Sets a property of all later data. */
  setGlobalContextProperty(name: string, value: unknown): void
  /** Records an action in the current view. */
  addAction(name: string, context?: object): void
  /** Records an error in the current view. */
  addError(error: unknown, context?: object): void
  /** Records the time since the view has started. */
  addTiming(name: string): void
  /** Adds a flag to the current view. */
  addFeatureFlagEvaluation(key: string, value: unknown): void
  /** Starts another view. */
  startView(view: string | { name: string }): void
  /** The current view. `undefined` before `init`. */
  getInternalContext(): { view: { id: string; name: string } } | undefined
  /** Each call so far, with what Datadog keeps of it. Calls made before `init` are added at `init`. */
  readonly received: readonly VendorRecord[]
  /** The flags evaluated in the current view. Each new view starts with none. */
  readonly featureFlags: Readonly<Record<string, unknown>>
}

/** A fake of Datadog's browser RUM, without recording and sending. Calls made before `init` are queued, in order. */
export function fakeDatadog({ onReceived }: FakeDatadogOptions = {}): FakeDatadog {
  const { received, keep, drop } = vendorRecorder('datadog', onReceived)
  let waiting: (() => void)[] | undefined = []
  let user: Record<string, unknown> = {}
  /** The user as the page has set it, even before `init`. */
  let latestUser = user
  let account: Record<string, unknown> = {}
  let latestAccount = account
  let globalContext: Record<string, unknown> = {}
  let view = 'initial'
  let viewCount = 1
  let featureFlags: Record<string, unknown> = {}

  const whenStarted = (task: () => void) => (waiting ? void waiting.push(task) : task())
  const facts = () => ({ user, view, ...(Object.keys(account)[0] !== undefined && { account }) })

  function become(call: Call, next: Record<string, unknown>, losses: readonly string[] = []) {
    latestUser = next
    whenStarted(() => {
      user = next
      keep(call, facts(), losses)
    })
  }

  function setAccount(call: Call, next: Record<string, unknown>, losses: readonly string[] = []) {
    latestAccount = next
    whenStarted(() => {
      account = next
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
      if (!waiting) return drop(call, 'init was called already')
      const tasks = waiting
      waiting = undefined
      keep(call, {})
      for (const task of tasks) task()
    },
    setUser: (given) => become(['setUser', given], withTexts(given), 'id' in given ? [] : ['a user must have an id']),
    setUserProperty: (name, value) =>
      become(['setUserProperty', name, value], withTexts({ ...latestUser, [name]: value })),
    getUser: () => ({ ...latestUser }),
    clearUser: () => become(['clearUser'], {}),
    setAccount: (given) =>
      setAccount(
        ['setAccount', given],
        { ...given, ...textOf(given, 'id'), ...textOf(given, 'name') },
        'id' in given ? [] : ['an account must have an id'],
      ),
    getAccount: () => ({ ...latestAccount }),
    clearAccount: () => setAccount(['clearAccount'], {}),
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
        // Events are sent as JSON, which omits `undefined`.
        const { [key]: _former, ...others } = featureFlags
        featureFlags = value === undefined ? others : { ...others, [key]: value }
        const losses = DATADOG.notInFlagNames.test(key)
          ? [`${key} cannot be searched for: it contains a character that a flag name must not have`]
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

/** These properties are always converted to strings. */
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

/** Adds properties until the limit is reached. */
function limitContext(context: object) {
  let characters = 2
  return limitEach(context, (name, value) => {
    characters += (JSON.stringify(value)?.length ?? 0) + name.length + 4
    return characters <= DATADOG.context
      ? { value }
      : { loss: `${name} is dropped: a context has at most ${DATADOG.context} characters` }
  })
}
