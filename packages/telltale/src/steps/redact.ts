import { isRecord } from '../core/lib/json.ts'
import type { Moment } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'
import type { LibraryStep, StepHost } from '../core/stepHost.ts'
import { redactMoment } from './redactMoment.ts'
import { redactor, type RedactOptions } from './redactor.ts'

type Fields = Readonly<Record<string, Json>>

/** How many places are told. */
const PLACES = 100
/** A trait of such a name has been chosen for what it is. */
const CHOSEN = /mail|phone|mobile|fax|(?:^|[^a-z])tel(?![a-z])/i
const OF_CHOSEN = /^(?:email|phone)$/

/**
 * A step that replaces what must not be kept, such as e-mail addresses, tokens and the numbers of cards, in the names, properties, flags, titles
 * and addresses of all events, before anything is on the device, and in the traits of persons. In development, a finding is reported once,
 * with its place and never with its text.
 *
 * @example
 * ```ts
 * events: { steps: [redact({ names: ['customer_note'] })] },
 * ```
 */
export function redact(options: RedactOptions = {}): LibraryStep {
  const clean = redactor(options)
  const told = new Set<string>()
  let warn: StepHost['warn'] | undefined
  function tell(name: string, place: string) {
    if (told.has(place) || told.size >= PLACES) return
    told.add(place)
    warn?.(`A value that looks like ${name} was replaced in ${place}. (T192)`)
  }
  function cleaned<T extends Json>(value: T, where: string, kept?: RegExp): T {
    const found: [name: string, place: string][] = []
    const result = clean(value, (name, path) => found.push([name, path === '' ? where : `${where}.${path}`]))
    if (found.every(([name]) => kept?.test(name))) return value
    for (const one of found) tell(...one)
    return result
  }
  /** The key of a flag says what it switches, and nothing of its value. */
  const flags = (values: Fields): Fields =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, cleaned(value, `flags.${key}`)]))
  const traits = (values: Fields): Fields =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        Object.entries(
          cleaned(Object.fromEntries([[name, value]]), 'traits', CHOSEN.test(name) ? OF_CHOSEN : undefined),
        ),
      ),
    )
  return {
    name: 'redact',
    start(layer) {
      warn = layer.warn
      return () => (warn = undefined)
    },
    '~redact'<T extends Json>(value: T, where: string): T {
      const part = (change: (fields: never) => object) => change(value as never) as Json as T
      if (!isRecord(value)) return cleaned(value, where)
      if (where === 'flags') return part(flags)
      if (where === 'traits') return part(traits)
      if (where === 'moment') return part((moment: Moment) => redactMoment(moment, (one) => cleaned(one, where)))
      return cleaned(value, where)
    },
  }
}
