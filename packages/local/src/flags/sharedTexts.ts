import { eventBytes, eventText, type EventBytes } from '../server/eventBytes.ts'
import type { EvaluatedFlag } from './evaluatedFlags.ts'
import { flagMessage } from './flagMessages.ts'

/** What some streams are told in one round: they share its bytes. */
export interface SharedText {
  readonly messages: number
  /** The same and then what is said of one more flag; `undefined`: that it is gone. */
  and(key: string, flag: EvaluatedFlag | undefined): SharedText
  bytes(): EventBytes
}

/** The text with which all begin, that has nothing in it. `version`: of what is told. */
export function sharedTexts(version: number): SharedText {
  /** By the flag's result, or by the key of one that is gone. */
  const texts = new Map<EvaluatedFlag | string, string>()

  function textAbout(key: string, flag: EvaluatedFlag | undefined): string {
    const about = flag ?? key
    const known = texts.get(about)
    if (known !== undefined) return known
    const { event, data } = flagMessage(key, flag, version)
    const text = eventText(JSON.stringify(data), event)
    texts.set(about, text)
    return text
  }

  function shared(text: string, messages: number): SharedText {
    const longer = new Map<EvaluatedFlag | string, SharedText>()
    let bytes: EventBytes | undefined
    return {
      messages,
      and(key, flag) {
        const known = longer.get(flag ?? key)
        if (known !== undefined) return known
        const next = shared(text + textAbout(key, flag), messages + 1)
        longer.set(flag ?? key, next)
        return next
      },
      bytes: () => (bytes ??= eventBytes(text)),
    }
  }

  return shared('', 0)
}
