import { eventText } from '../server/eventStream.ts'
import { contextGroup, flagInputs, type FlagInputs } from './contextGroup.ts'
import { flagsAround } from './changedKeys.ts'
import type { EvaluatedFlag, EvaluatedFlags } from './evaluatedFlags.ts'
import { flagEngine, type FlagEngine } from './flagEngine.ts'
import { lazyEngine } from './lazyEngine.ts'
import { flagMessage, flagMessages, isNews, type FlagMessage } from './flagMessages.ts'
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

/** More sorts of flags than this that changed at once are evaluated together: each sort has an engine of its own. */
const MAX_PARTS = 8

/**
 * Works out, for one state of the flags, what streams have to be told. What is the same for several is evaluated and written
 * down once: only the flags that changed are looked at, those together that look at the same of a context, and contexts that
 * agree in all of that are one.
 */
export function flagNews(store: FlagStore): FlagNews {
  const now = store.now()
  const encoder = new TextEncoder()
  const rounds = new Map<string, readonly Part[] | undefined>()
  const evaluated = new Map<string, Promise<EvaluatedFlags | undefined>>()
  /** By the flag's result, or by the key of one that is gone. */
  const texts = new Map<EvaluatedFlag | string, string>()
  /** Streams that are told the same share its bytes. */
  const written = new Map<string, Uint8Array>()
  const closers: FlagEngine[] = []

  /** The flags to look at; `undefined` when these are all. */
  function partsOf(environment: string, since: number | undefined): readonly Part[] | undefined {
    const id = `${environment} ${since}`
    if (!rounds.has(id)) rounds.set(id, startRound(environment, since))
    return rounds.get(id)
  }

  function startRound(environment: string, since: number | undefined): readonly Part[] | undefined {
    const keys = since === undefined ? undefined : store.changedSince(since, environment)
    const live = now.environments.get(environment)
    if (keys === undefined || live === undefined) return undefined
    return alike(keys, (key) => flagInputs([key], live.flags, now.file)).map((some) => {
      const inputs = flagInputs(some, live.flags, now.file)
      const engine = lazyEngine(() => flagEngine({ ...live, flags: flagsAround(some, live.flags) }, now.file.segments))
      closers.push(engine)
      return { id: `${environment} ${since} ${some[0]}`, keys: some, engine, group: (one) => contextGroup(one, inputs) }
    })
  }

  function evaluate(engine: FlagEngine | undefined, id: string, { context, withReasons }: FlagListener) {
    const memo = evaluated.get(id) ?? engine?.evaluate(context, { withReasons }) ?? Promise.resolve(undefined)
    evaluated.set(id, memo)
    return memo
  }

  async function everything(who: FlagListener, known: Known | undefined): Promise<News | undefined> {
    const { environment, context, withReasons } = who
    const id = `${environment} ${withReasons} ${JSON.stringify(context)}`
    const flags = await evaluate(now.environments.get(environment)?.engine, id, who)
    if (flags === undefined) return undefined
    const messages = flagMessages(known?.flags, flags, now.version)
    // A copy: others with the same context have the same map, and each of them learns by itself.
    const told = { known: { version: now.version, flags: new Map(flags) }, messages: messages.length }
    return messages.length === 0 ? told : { ...told, bytes: encoder.encode(messages.map(textOf).join('')) }
  }

  async function changes(parts: readonly Part[], who: FlagListener, known: Known): Promise<News | undefined> {
    let text = ''
    let messages = 0
    for (const { id, keys, engine, group } of parts) {
      const flags = await evaluate(engine, `${id} ${who.withReasons} ${group(who.context)}`, who)
      if (flags === undefined) return undefined
      for (const key of keys) {
        const flag = flags.get(key)
        if (isNews(known.flags.get(key), flag)) {
          text += textAbout(key, flag)
          messages++
        }
        if (flag === undefined) known.flags.delete(key)
        else known.flags.set(key, flag)
      }
    }
    const told = { known: { ...known, version: now.version }, messages }
    return messages === 0 ? told : { ...told, bytes: bytesOf(text) }
  }

  function textAbout(key: string, flag: EvaluatedFlag | undefined): string {
    const about = flag ?? key
    const text = texts.get(about) ?? textOf(flagMessage(key, flag, now.version))
    texts.set(about, text)
    return text
  }

  function bytesOf(text: string): Uint8Array {
    const bytes = written.get(text) ?? encoder.encode(text)
    written.set(text, bytes)
    return bytes
  }

  return {
    version: now.version,
    of(who, known) {
      const parts = partsOf(who.environment, known?.version)
      return parts && known ? changes(parts, who, known) : everything(who, known)
    },
    close() {
      for (const engine of closers) engine.close()
    },
  }
}

/** Flags that look at the same of a context. */
interface Part {
  readonly id: string
  readonly keys: readonly string[]
  readonly engine: FlagEngine
  readonly group: (context: unknown) => string
}

function textOf({ event, data }: FlagMessage): string {
  return eventText(JSON.stringify(data), event)
}

/** The keys, those together whose flags look at the same. */
function alike(keys: ReadonlySet<string>, inputsOf: (key: string) => FlagInputs): readonly (readonly string[])[] {
  const parts = new Map<string, string[]>()
  for (const key of keys) {
    const inputs = JSON.stringify([...inputsOf(key)].map(([kind, names]) => [kind, ...names]))
    parts.set(inputs, [...(parts.get(inputs) ?? []), key])
  }
  return parts.size > MAX_PARTS ? [[...keys]] : [...parts.values()]
}
