import { attempt } from '../core/lib/attempt.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { writable } from '../core/lib/readable.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import type { Context } from '../core/model/context.ts'
import type { ContextOptions } from '../flags/contextOf.ts'
import type { FlagsPart, FlagsStatus } from '../flags/flagsApi.ts'
import { flagsPart, type HowToIdentify } from '../flags/flagsPart.ts'
import { createFlagStore } from '../flags/flagStore.ts'
import type { WireFlags } from '../flags/readFlag.ts'
import { missingHash } from '../flags/contextHash.ts'
import { readVendorFlags, type Holding, type InjectedFlagClient } from './vendorFlagReader.ts'

/** How long an identification may take before the flags count as failed, in milliseconds. A later answer still counts. */
const IDENTIFY_TIMEOUT_MS = 10_000

const COULD_NOT_IDENTIFY = 'The injected client could not identify the user. Flags have fallbacks until it does.'
const THREW = 'The injected client threw an error.'

/**
 * The flags of a client that the application has made. The client is given the layer's context, and is not closed with the
 * layer. Its values are in force only while its own context is the one that the layer asked for.
 */
export const injectedFlagClient = (client: InjectedFlagClient, options: ContextOptions): FlagsPart =>
  flagsPart(options, ({ platform: { clock }, bus }, onUpdate) => {
    const status = writable<FlagsStatus>('initialising')
    const store = createFlagStore(clock)
    const reader = readVendorFlags(client, follow)
    let tell = (_keys: Iterable<string>) => {}
    let isMuted = false
    /** The context that the client was last asked for. */
    let asked: Context | undefined
    let hash: HowToIdentify['hash']
    let isPending = false
    let mayAskAgain = false
    let cancel = () => {}

    const report = (message: string) => bus.publish('problem', { where: 'flags', message, isError: true })
    const onThrow = () => {
      report(THREW)
      return {}
    }
    const holding = (context: Context) =>
      attempt<Holding>(
        () => reader.holding(context),
        () => 'nothing',
      )

    function hold(flags: Readonly<Record<string, unknown>>, as: FlagsStatus) {
      const wire = Object.create(null) as WireFlags
      for (const key in flags) wire[key] = { value: flags[key] }
      const changes = store.replace(wire, true)
      status.set(as)
      onUpdate()
      tell(Object.keys(changes))
    }

    /** Puts the client's values in force if they are those of the context that was asked for, and no values otherwise. */
    function look(context: Context, as: FlagsStatus) {
      if (holding(context) !== 'flags') return hold({}, 'failed')
      hold(attempt(reader.values, onThrow), as)
    }

    /** The client says that its flags have changed, or that they are up to date. */
    function follow() {
      if (!asked || isPending) return
      look(asked, 'live')
      // It has the context, but whether it has its flags is unknown: the answer to another request tells.
      if (!mayAskAgain || holding(asked) !== 'context') return
      mayAskAgain = false
      void ask(asked)
    }

    async function ask(context: Context) {
      const isLatest = () => asked === context
      let problem: string | undefined = missingHash().message
      try {
        const signature = await hash
        problem = COULD_NOT_IDENTIFY
        await reader.ready()
        if (!isLatest()) return
        await reader.identify(context, signature)
        problem = undefined
      } catch {
        // What is wrong is in `problem`.
      }
      if (isLatest()) settle(context, problem)
      // A late answer for an earlier context has replaced the latest one in the client.
      else if (asked && !isPending && holding(asked) === 'nothing') void ask(asked)
    }

    function settle(context: Context, problem?: string) {
      cancel()
      isPending = false
      if (problem) report(problem)
      look(context, problem ? 'failed' : 'live')
    }

    function learn(key: string, detail: unknown) {
      const { flag } = store.cell(key)
      if (!flag || !isRecord(detail)) return
      const { variationIndex: variation, reason } = detail
      if (flag.variation === variation && sameJson(flag.reason, reason)) return
      store.patch(key, { value: flag.value, variation, reason })
    }

    function leave() {
      cancel()
      asked = undefined
      isMuted = true
    }

    return {
      status,
      values: store.values,
      peek: (key) => store.cell(key).flag,
      expose(key, fallback, withReason) {
        // What the client recorded while it has another context would be an evaluation of that one.
        if (isMuted || !asked || holding(asked) !== 'flags') return
        attempt(
          () => (withReason ? learn(key, client.variationDetail(key, fallback)) : client.variation(key, fallback)),
          onThrow,
        )
      },
      given: () => undefined,
      pause: leave,
      identify(context, how) {
        if (how.isAtOnce && !how.isSamePerson) hold({}, 'initialising')
        leave()
        isMuted = how.isMuted
        asked = context
        hash = how.hash
        isPending = mayAskAgain = true
        cancel = clock.after(IDENTIFY_TIMEOUT_MS, () => settle(context, COULD_NOT_IDENTIFY))
        void ask(context)
      },
      onChange(listener) {
        tell = listener
        return () => (tell = () => {})
      },
      stop() {
        leave()
        reader.stop()
        store.stop()
      },
    }
  })
