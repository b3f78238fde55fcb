import { isRecord } from '../core/lib/json.ts'
import type { Json } from '../core/model/json.ts'
import type { Moment } from '../core/model/event.ts'
import type { LibraryStep, StepHost } from '../core/stepHost.ts'
import { redactMoment } from './redactMoment.ts'
import { redactor, type RedactOptions } from './redactor.ts'

/** How many places are told. */
const PLACES = 100

/**
 * A step that replaces what must not be kept, such as e-mail addresses, tokens and the numbers of cards, in the names, properties, titles
 * and addresses of all events, before anything is on the device. In development, a finding is reported once, with its place and never with
 * its text.
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
  const tellIn = (where: string) => (name: string, path: string) => {
    const place = path === '' ? where : `${where}.${path}`
    if (told.has(place) || told.size >= PLACES) return
    told.add(place)
    warn?.(`A value that looks like ${name} was replaced in ${place}. (T192)`)
  }
  return {
    name: 'redact',
    start(layer) {
      warn = layer.warn
      return () => (warn = undefined)
    },
    '~redact'(value, where) {
      const find = <T extends Json>(one: T) => clean(one, tellIn(where))
      return where === 'moment' && isRecord(value)
        ? (redactMoment(value as Moment, find) as Json as typeof value)
        : find(value)
    },
  }
}
