import { attempt } from '../core/lib/attempt.ts'
import { writable } from '../core/lib/readable.ts'
import type { Context } from '../core/model/context.ts'
import type { FlagsPart, FlagsStatus } from '../flags/flagsApi.ts'
import { flagsPart } from '../flags/flagsPart.ts'
import { createFlagStore } from '../flags/flagStore.ts'
import type { WireFlags } from '../flags/readFlag.ts'

/** What is needed of a client of the vendor's JavaScript SDK, version 3 or 4. */
export interface InjectedFlagClient {
  allFlags(): Readonly<Record<string, unknown>>
  variation(key: string, fallback?: unknown): unknown
  /** Version 3 rejects when it fails; version 4 resolves with how it went. */
  identify(context: Context): Promise<unknown>
  on(name: 'change', listener: () => void): void
  off(name: 'change', listener: () => void): void
}

/**
 * Who waits for an identification waits no longer, in milliseconds: version 4 gives itself five seconds, and version 3, whose
 * request may hang, no end at all.
 */
const IDENTIFY_TIMEOUT_MS = 10_000

/** The flags of a client that the application has made. It follows the layer's identity, and is not closed with it. */
export const injectedFlagClient = (client: InjectedFlagClient): FlagsPart =>
  flagsPart(({ platform: { log, clock } }, onUpdate) => {
    const status = writable<FlagsStatus>('initialising')
    const store = createFlagStore(clock)
    let tell = (_keys: Iterable<string>) => {}
    let isMuted = false
    /** Who was identified last. */
    let latest: object | undefined
    let cancel = () => {}

    const told = () => void log.error('Telltale (flags): the flag client threw')
    const all = () => attempt<ReturnType<typeof client.allFlags> | undefined>(() => client.allFlags(), told) ?? {}

    function hold(flags: Readonly<Record<string, unknown>>, as: FlagsStatus) {
      const wire = Object.create(null) as WireFlags
      for (const key in flags) wire[key] = { value: flags[key] }
      const changes = store.replace(wire, true)
      status.set(as)
      onUpdate()
      tell(Object.keys(changes))
    }

    function refresh() {
      if (status.get() !== 'initialising') hold(all(), status.get())
    }

    function expose(key: string, fallback: unknown) {
      if (!isMuted) attempt(() => client.variation(key, fallback), told)
    }

    function leave() {
      cancel()
      latest = undefined
      isMuted = true
    }

    client.on('change', refresh)
    return {
      status,
      values: store.values,
      peek: (key) => store.cell(key).flag,
      expose,
      given: () => undefined,
      pause: leave,
      identify(context, options) {
        if (options.isAtOnce && !options.isSamePerson) hold({}, 'initialising')
        leave()
        isMuted = options.isMuted
        latest = context
        const end = (hasFailed: boolean) => {
          // A late answer for somebody who is no longer here; one that comes after its time holds all the same.
          if (latest !== context) return
          cancel()
          if (hasFailed) log.error('Telltale (flags): the flag client could not identify')
          hold(all(), hasFailed ? 'failed' : 'live')
        }
        cancel = clock.after(IDENTIFY_TIMEOUT_MS, () => end(true))
        // It may throw at once, too.
        const ask = async () => (await client.identify(context)) as { status?: unknown } | undefined
        void ask().then(
          (result) => end(['error', 'timeout'].includes(String(result?.status))),
          () => end(true),
        )
      },
      onChange(listener) {
        tell = listener
        return () => (tell = () => {})
      },
      stop() {
        leave()
        client.off('change', refresh)
        store.stop()
      },
    }
  })
