import { eventBytes, eventText, type EventBytes } from '../server/eventBytes.ts'
import type { EvaluatedFlag, EvaluatedFlags } from './evaluatedFlags.ts'
import { flagMessages, isNews } from './flagMessages.ts'
import { flagParts, type FlagPart, type Groups } from './flagParts.ts'
import type { FlagStore } from './flagStore.ts'
import type { FlagListener } from './flagStreams.ts'
import { sharedTexts } from './sharedTexts.ts'

/** What a stream knows: the results it was told, and when. The stream's own, and changed in place. */
export interface Known {
  version: number
  readonly flags: Map<string, EvaluatedFlag>
  readonly groups: Groups
}

/** What a stream has to be told. */
export interface News {
  readonly known: Known
  /** Nothing when there is nothing new for this context. */
  readonly bytes?: EventBytes
  readonly messages: number
}

/** For one state of the flags. */
export interface FlagNews {
  readonly version: number
  /**
   * `undefined` when the context is refused, or its environment is gone. A promise only when something has to be evaluated first:
   * for most of a thousand streams it was before.
   */
  of(who: FlagListener, known: Known | undefined): Told | Promise<Told>
  close(): void
}

type Told = News | undefined

/**
 * Works out, for one state of the flags, what streams have to be told. What is the same for several is evaluated and written
 * down once: only the flags that changed are looked at, those together that look at the same of a context, and contexts that
 * agree in all of that are one.
 */
export function flagNews(store: FlagStore): FlagNews {
  const now = store.now()
  const parts = flagParts(store)
  const nothing = sharedTexts(now.version)
  const evaluated = new Map<string, Promise<EvaluatedFlags | undefined>>()

  async function everything({ environment, context, withReasons }: FlagListener, known: Known | undefined) {
    const id = `${environment} ${withReasons} ${JSON.stringify(context)}`
    const evaluating =
      evaluated.get(id) ??
      now.environments.get(environment)?.engine.evaluate(context, { withReasons }) ??
      Promise.resolve(undefined)
    evaluated.set(id, evaluating)
    const flags = await evaluating
    if (flags === undefined) return undefined
    const messages = flagMessages(known?.flags, flags, now.version)
    // A copy: others with the same context have the same map, and each of them learns by itself.
    const knows = { version: now.version, flags: new Map(flags), groups: known?.groups ?? new Map() }
    const told = { known: knows, messages: messages.length }
    if (messages.length === 0) return told
    return {
      ...told,
      bytes: eventBytes(messages.map(({ event, data }) => eventText(JSON.stringify(data), event)).join('')),
    }
  }

  function changes(changed: readonly FlagPart[], who: FlagListener, known: Known): Told {
    let text = nothing
    for (const part of changed) {
      const flags = part.known(who, known.groups)?.flags
      if (flags === undefined) return undefined
      for (const key of part.keys) {
        const flag = flags.get(key)
        if (isNews(known.flags.get(key), flag)) text = text.and(key, flag)
        if (flag === undefined) known.flags.delete(key)
        else known.flags.set(key, flag)
      }
    }
    known.version = now.version
    const { messages } = text
    return messages === 0 ? { known, messages } : { known, messages, bytes: text.bytes() }
  }

  async function evaluatedChanges(changed: readonly FlagPart[], who: FlagListener, known: Known): Promise<Told> {
    for (const part of changed) if (part.known(who, known.groups) === undefined) await part.evaluate(who, known.groups)
    return changes(changed, who, known)
  }

  return {
    version: now.version,
    of(who, known) {
      const changed = known && parts.since(known.version, who.environment)
      if (changed === undefined || known === undefined) return everything(who, known)
      const isKnown = changed.every((part) => part.known(who, known.groups) !== undefined)
      return isKnown ? changes(changed, who, known) : evaluatedChanges(changed, who, known)
    },
    close: parts.close,
  }
}
