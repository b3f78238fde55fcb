import {
  readVendorFlags,
  type InjectedContext,
  type InjectedFlagClient,
  type VendorFlagReader,
} from './vendorFlagReader.ts'
import type { Host } from '../core/host.ts'
import { checkedElsewhere } from '../core/checkOptions.ts'
import { attempt } from '../core/lib/attempt.ts'
import { copyJson, isRecord, sameJson } from '../core/lib/json.ts'
import { writable } from '../core/lib/readable.ts'
import { type OptionTable, readOnce } from '../core/optionTable.ts'
import { evaluate, type Context, type FlagsStatus } from '../core/model/flag.ts'
import type { IdentifyOptions, FlagProvider, OnUpdate } from '../flags/flagProvider.ts'
import type { FlagsPart } from '../flags/flags.ts'
import { missingHash } from '../flags/flagError.ts'
import { createFlagStore } from '../flags/flagStore.ts'
import type { WireFlags } from '../flags/wireFlags.ts'
import { startFlags } from '../flags/startFlags.ts'
import { checkContextOptions, CONTEXT_OPTIONS, failBoot, type ContextOptions } from '../flags/userContext.ts'

/** How long an identification may take before the flags count as failed, in milliseconds. A later answer still counts. */
const IDENTIFY_TIMEOUT_MS = 10_000

const COULD_NOT_IDENTIFY = 'The injected client could not identify the user. Flags have fallbacks until it does. (T104)'
const THREW = 'The injected client threw an error. (T105)'

/** The options of `injectedClient`. */
export interface InjectedClientOptions extends ContextOptions {
  /**
   * A client of LaunchDarkly's JavaScript SDK, version 3 or 4, that the application has created; or a function that makes one for the
   * first user, and is called once that user is known. The layer starts and closes what the function has made. `hash` is the
   * signature of the context in secure mode.
   */
  client: InjectedFlagClient | MakeClient
  /** The client has its own. An id beside a client is an error. */
  clientSideId?: undefined
}

/** Makes a client for the context of the first user. */
export type MakeClient = (context: InjectedContext, hash: string | undefined) => InjectedFlagClient

export function injectedFlags(options: InjectedClientOptions): FlagsPart {
  const own = readOnce(options) as unknown as InjectedClientOptions
  const { client, clientSideId } = own
  if (typeof client !== 'function' && !isRecord(client)) failBoot('no client is given to injectedClient(). (T36)')
  if (clientSideId || Number.isNaN(clientSideId))
    failBoot('conflicting options were provided, a client and a client side id! (T34)')
  checkContextOptions(own)

  return {
    name: 'injected',
    passed: { what: 'injectedClient', table: OPTIONS, options: own },
    start: (host) => startFlags(own, host, (onUpdate) => adaptClient(client, host, onUpdate)),
  }
}

const OPTIONS = {
  ...CONTEXT_OPTIONS,
  client: checkedElsewhere,
  clientSideId: checkedElsewhere,
} satisfies OptionTable<InjectedClientOptions>

/** The application's client with the interface of the layer's. */
function adaptClient(
  given: InjectedFlagClient | MakeClient,
  { platform: { clock }, bus }: Host,
  onUpdate: OnUpdate,
): FlagProvider {
  const status = writable<FlagsStatus>('initialising')
  const store = createFlagStore(clock)
  /** Absent until there is a user, if the layer makes the client. */
  let client: InjectedFlagClient | undefined
  let reader: VendorFlagReader | undefined
  if (typeof given !== 'function') adopt(given)
  let isMuted = false
  /** The context that the layer has identified last. */
  let asked: Context | undefined
  let hash: IdentifyOptions['hash']
  let isPending = false
  let mayAskAgain = false
  let cancel = () => {}

  const report = (message: string) => bus.publish('problem', { where: 'flags', message, isError: true })
  const onThrow = () => {
    report(THREW)
    return {}
  }
  /** `undefined` when the client threw an error. */
  const loaded = (context: Context) => attempt(() => reader?.loaded(context))

  function adopt(own: InjectedFlagClient) {
    client = own
    return (reader = readVendorFlags(own, follow))
  }

  function applyFlags(flags: Readonly<Record<string, unknown>>, as: FlagsStatus) {
    const wire = Object.create(null) as WireFlags
    // Copies: the client may hand out its own objects.
    for (const key in flags) wire[key] = { value: copyJson(flags[key]) }
    const changes = store.replace(wire, true)
    status.set(as)
    onUpdate(changes)
  }

  /** Puts the client's values in force if they are those of this context, and no values otherwise. */
  function applyClientFlags(context: Context, as: FlagsStatus) {
    if (loaded(context) !== 'flags') return applyFlags({}, 'failed')
    applyFlags(
      attempt(() => reader?.values() ?? {}, onThrow),
      as,
    )
  }

  /** Called when the client reports that its flags have changed, or that they are up to date. */
  function follow() {
    if (!asked || isPending) return
    applyClientFlags(asked, 'live')
    // The client has the context, but it is unknown whether it has its flags: another request settles that.
    if (!mayAskAgain || loaded(asked) !== 'context') return
    mayAskAgain = false
    void ask(asked)
  }

  async function ask(context: Context) {
    const isLatest = () => asked === context
    let problem: string | undefined = missingHash().message
    try {
      const signature = await hash
      if (!isLatest()) return
      problem = COULD_NOT_IDENTIFY
      let hasFlags = false
      if (!reader && typeof given === 'function')
        hasFlags = await adopt(given(context as InjectedContext, signature)).begin(context)
      await reader?.ready()
      if (!isLatest()) return
      if (!hasFlags) await reader?.identify(context, signature)
      problem = undefined
    } catch {
      // `problem` says what is wrong.
    }
    if (isLatest()) settle(context, problem)
    // A late answer for an earlier context has replaced the latest one in the client.
    else if (asked && !isPending && loaded(asked) === 'nothing') void ask(asked)
  }

  function settle(context: Context, problem?: string) {
    cancel()
    isPending = false
    if (problem) report(problem)
    applyClientFlags(context, problem ? 'failed' : 'live')
  }

  function learn(key: string, detail: unknown) {
    const { flag } = store.entry(key)
    if (!flag || !isRecord(detail)) return
    // The client gives null where its service has given nothing.
    const variation = detail['variationIndex'] ?? undefined
    const reason = copyJson(detail['reason'] ?? undefined)
    if (flag.variation === variation && sameJson(flag.reason, reason)) return
    store.patch(key, { value: flag.value, variation, reason })
  }

  function leave() {
    cancel()
    asked = undefined
  }

  /** While the client has another context, it would record for that one. */
  const mayRecord = () => !isMuted && asked && loaded(asked) === 'flags'

  return {
    status,
    evaluate(key, fallback) {
      // Events name the variation of each flag that was read, which `variation` does not return.
      if (mayRecord()) attempt(() => learn(key, client?.variationDetail(key, fallback)), onThrow)
      return evaluate(store.entry(key).flag, fallback)
    },
    allFlags: store.values,
    getFlag: (key) => store.entry(key).flag,
    revision: store.revision,
    servedFlag: store.served,
    override: (key, value) => onUpdate(store.override(key, value)),
    bootstrapFlag: () => undefined,
    track(...event) {
      if (mayRecord()) attempt<unknown>(() => client?.track(...event), onThrow)
    },
    setListening: () => {},
    pause: leave,
    identify(context, how) {
      if (how.isAtOnce && !how.isSamePerson) applyFlags({}, 'initialising')
      leave()
      isMuted = how.isMuted ?? false
      asked = context
      hash = how.hash
      isPending = mayAskAgain = true
      cancel = clock.after(IDENTIFY_TIMEOUT_MS, () => settle(context, COULD_NOT_IDENTIFY))
      void ask(context)
    },
    close() {
      leave()
      reader?.stop()
      store.stop()
      // Its promise rejects when the last events cannot be sent.
      if (given !== client) void Promise.resolve(attempt(() => client?.close?.())).catch(() => {})
    },
  }
}
