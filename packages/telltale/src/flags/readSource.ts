import { attempt } from '../core/lib/attempt.ts'
import { errorText } from '../core/lib/errorText.ts'
import { copyJson, writeJson } from '../core/lib/json.ts'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { childController, sleep, whenAborted } from '../core/lib/time.ts'
import type { Context } from '../core/model/flag.ts'
import type { Channel, Clock, Tabs } from '../core/ports/platform.ts'
import { passMessage } from './flagMessages.ts'
import type { CreateFlagSource, FlagAnswer, FlagFailure, FlagSource } from './flagSource.ts'
import { readFlags, type WireFlag } from './wireFlags.ts'
import { shareStream } from './shareStream.ts'
import { userIn } from './userContext.ts'

/** What the tabs of a browser need to follow a source together. */
export interface SharingPorts {
  tabs: Tabs
  channel: Channel
}

interface Needs extends SharingPorts {
  name: string
  clock: Clock
  report(problem: string): void
  /** The kind of the user. */
  kind: string | undefined
}

/** How long a source may take to answer before that counts as a failure, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000

/**
 * An application's source, which may throw, answer with anything or not at all. What it reports is copied. One tab follows it, and passes
 * its changes on to the other tabs of the origin that have the same context.
 */
export const readSource =
  (
    create: CreateFlagSource,
    { name, clock, report, kind, tabs, channel }: Needs,
  ): CreateFlagSource<WireFlag, Context> =>
  (context, signature) => {
    const failed = (message: string): FlagFailure => ({ error: new Error(message) })
    const threw = (error: unknown) => failed(`The flag source "${name}" threw an error: ${errorText(error)} (T163)`)
    const source = attempt<FlagSource>(
      () => create(userIn(context, kind), signature, context),
      (error) => ({
        async fetch() {
          throw error
        },
      }),
    )

    async function ask(signal: AbortSignal) {
      const answer: FlagAnswer | undefined = await source.fetch(signal)
      if (answer && 'error' in answer) return answer
      const flags = readFlags(copyJson(answer?.flags))
      return flags ? { flags } : failed(`The flag source "${name}" answered without flags. (T162)`)
    }

    async function fetch(signal: AbortSignal) {
      const asking = childController(signal)
      const silence = sleep(clock, ANSWER_TIMEOUT_MS, asking.signal).then(() => ({
        ...failed(`The flag source "${name}" does not answer. (T164)`),
        isTimeout: true,
      }))
      const answer = await Promise.race([ask(asking.signal).catch(threw), silence])
      asking.abort()
      return answer
    }

    if (!source.follow) return { fetch }
    return {
      fetch,
      follow(on, signal) {
        const onMessage = (message: ServerSentEvent) => passMessage(message, on, () => {})
        const stream = (listener: typeof onMessage, until: AbortSignal) => {
          const send = (event: string, data: unknown) => {
            if (!until.aborted) listener({ event, data: writeJson(data) })
          }
          attempt(
            () =>
              source.follow?.(
                {
                  flags: (all) => send('put', all),
                  patch: (key, flag) => send('patch', { ...flag, key }),
                  stale: () => send('ping', null),
                  hasMissed: on.hasMissed,
                },
                until,
              ),
            (error) => report(threw(error).error.message),
          )
          return whenAborted(until)
        }
        const request = { url: name, body: writeJson(context) }
        const hasMissed = on.hasMissed()
        void shareStream(request, { tabs, channel, clock, stream, onMessage, onMissed: on.stale, hasMissed }, signal)
      },
    }
  }
