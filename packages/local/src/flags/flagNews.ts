import { eventText } from '../server/eventStream.ts'
import { flagInputs, contextGroup } from './contextGroup.ts'
import { flagsAround } from './changedKeys.ts'
import type { EvaluatedFlag, EvaluatedFlags } from './evaluatedFlags.ts'
import { flagEngine, type FlagEngine } from './flagEngine.ts'
import { lazyEngine } from './lazyEngine.ts'
import { flagMessages, type FlagMessage } from './flagMessages.ts'
import type { FlagStore } from './flagStore.ts'
import type { FlagListener } from './flagStreams.ts'

/** What a stream knows: the results it was told, and when. */
export interface Known {
  readonly version: number
  /** The stream's own. */
  readonly flags: Map<string, EvaluatedFlag>
}

/** What a stream has to be told. */
export interface News {
  readonly known: Known
  /** Nothing when there is nothing new for this context. */
  readonly bytes?: Uint8Array
  readonly messages: number
}

/** For one state of the flags. */
export interface FlagNews {
  readonly version: number
  /** `undefined` when the context is refused, or its environment is gone. Changes what is known in place. */
  of(who: FlagListener, known: Known | undefined): Promise<News | undefined>
  close(): void
}

/**
 * Works out, for one state of the flags, what streams have to be told. What is the same for several is evaluated and written
 * down once: only the flags that changed are looked at, and contexts that agree in all that those look at are one.
 */
export function flagNews(store: FlagStore): FlagNews {
  const now = store.now()
  const encoder = new TextEncoder()
  const rounds = new Map<string, Round>()
  const evaluated = new Map<string, Promise<EvaluatedFlags | undefined>>()
  const written = new Map<string, News>()
  const closers: FlagEngine[] = []

  function round(environment: string, since: number | undefined): Round {
    const id = `${environment} ${since}`
    const made = rounds.get(id) ?? startRound(environment, since)
    rounds.set(id, made)
    return made
  }

  function startRound(environment: string, since: number | undefined): Round {
    const keys = since === undefined ? undefined : store.changedSince(since, environment)
    const live = now.environments.get(environment)
    if (keys === undefined || live === undefined)
      return { id: environment, keys: undefined, group: JSON.stringify, engine: live?.engine }
    const inputs = flagInputs(keys, live.flags, now.file)
    const engine = lazyEngine(() => flagEngine({ ...live, flags: flagsAround(keys, live.flags) }, now.file.segments))
    closers.push(engine)
    return { id: `${environment} ${since}`, keys, group: (context) => contextGroup(context, inputs), engine }
  }

  return {
    version: now.version,
    async of({ environment, context, withReasons }: FlagListener, known: Known | undefined): Promise<News | undefined> {
      const { id, keys, group, engine } = round(environment, known?.version)
      if (keys?.size === 0 && known) return { known: { ...known, version: now.version }, messages: 0 }
      const groupId = `${id} ${withReasons} ${group(context)}`
      const memo = evaluated.get(groupId) ?? engine?.evaluate(context, { withReasons }) ?? Promise.resolve(undefined)
      evaluated.set(groupId, memo)
      const flags = await memo
      if (flags === undefined) return undefined
      if (keys === undefined || !known) {
        const messages = flagMessages(known?.flags, flags, now.version)
        // A copy: others with the same context have the same map, and each of them learns by itself.
        return news({ version: now.version, flags: new Map(flags) }, messages, encoder)
      }
      const [before, after] = [only(keys, known.flags), only(keys, flags)]
      for (const key of keys) {
        const flag = after.get(key)
        if (flag === undefined) known.flags.delete(key)
        else known.flags.set(key, flag)
      }
      // What was known is a part of it: of two of a group, one may have been told before.
      const textId = `${groupId} ${[...before.values()].map(({ fingerprint }) => fingerprint).join()}`
      const told = written.get(textId) ?? news(known, flagMessages(before, after, now.version), encoder)
      written.set(textId, told)
      return { ...told, known: { ...known, version: now.version } }
    },
    close() {
      for (const engine of closers) engine.close()
    },
  }
}

interface Round {
  readonly id: string
  /** The flags to look at: all when absent. */
  readonly keys: ReadonlySet<string> | undefined
  readonly group: (context: unknown) => string
  readonly engine: FlagEngine | undefined
}

function news(known: Known, messages: readonly FlagMessage[], encoder: TextEncoder): News {
  if (messages.length === 0) return { known, messages: 0 }
  const text = messages.map(({ event, data }) => eventText(JSON.stringify(data), event)).join('')
  return { known, bytes: encoder.encode(text), messages: messages.length }
}

function only(keys: ReadonlySet<string>, flags: EvaluatedFlags): EvaluatedFlags {
  return new Map(
    [...keys].flatMap((key) => {
      const flag = flags.get(key)
      return flag === undefined ? [] : [[key, flag] as const]
    }),
  )
}
