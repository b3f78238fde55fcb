import { attempt } from '../core/lib/attempt.ts'
import { hashText } from '../core/lib/hashText.ts'
import { cut, publicText, stableText } from './errorTexts.ts'

/** The longest message and stack trace that are kept, in characters. */
const MAX_MESSAGE = 500
const MAX_STACK = 4_000
/** How many frames of an error, and causes of a cause, are kept. */
const FRAMES = 30
const LEVELS = 3
const NAME = /^[\w$.]{1,100}$/
/** A line of a stack that is no part of a message: `at run (…)`, `run@…`, `https://…:1:2`. */
const FRAME = /^at |@|:\d+:\d+/

/** What can be said of any value that was thrown. */
export interface Thrown {
  readonly type: string
  readonly message: string
  readonly stacktrace?: string
  readonly fingerprint: string
}

/** Code of others may throw anything: a getter, or a proxy, that throws as well. */
const read = (value: unknown, name: PropertyKey): unknown =>
  attempt(() => (value as Record<PropertyKey, unknown>)[name])

function readText(value: unknown, name: string): string | undefined {
  const text = read(value, name)
  return typeof text === 'string' ? text : undefined
}

const framesOf = (stack: string) =>
  publicText(stack)
    .trim()
    .split(/\n\s*/)
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES)

const textOf = (lines: readonly string[]) => cut(lines.join('\n'), MAX_STACK)

/** Returns the frames of a field of an object, such as `componentStack`. */
export function readStack(value: unknown, name: string): string | undefined {
  const stack = readText(value, name)
  return stack && textOf(framesOf(stack))
}

/** What is thrown in place of an error may have personal data: only the names of its fields are kept. */
const wordsOf = (value: unknown) =>
  Object(value) === value
    ? `{${Object.keys(value as object)
        .slice(0, 10)
        .join(', ')}}`
    : String(value)

/** Reads a value that was thrown: the causes, and the first errors of an `AggregateError`, too. What has no message is no error. */
function partsOf(value: unknown, level = 0) {
  const given = readText(value, 'message')
  const error = given === undefined ? undefined : value
  const text = given ?? attempt(() => wordsOf(value)) ?? ''
  const tag = attempt(() => Object.prototype.toString.call(value).slice(8, -1))
  const type = [readText(error, 'name'), tag].find((one = '') => NAME.test(one)) ?? 'Object'
  const message = cut(publicText(text), MAX_MESSAGE)
  // In some browsers, the stack begins with the type and the message, which may have any length. No frame has a colon and a space.
  const frames = framesOf((readText(error, 'stack') ?? '').replace(`: ${text}`, ''))
  const errors = read(error, 'errors')
  const causes = level < LEVELS ? [read(error, 'cause'), ...[0, 1, 2].map((name) => read(errors, name))] : []
  const lines = causes.flatMap((one): string[] =>
    one === undefined || one === null ? [] : ['Caused by:', ...partsOf(one, level + 1).lines],
  )
  const fingerprint = hashText(`${type}\n${stableText(message, frames)}`, 0)
  return { type, message, fingerprint, lines: [`${type}: ${message}`, ...frames, ...lines] }
}

/** Reads any value that was thrown. Never throws. */
export function readThrown(value: unknown): Thrown {
  const { lines, ...thrown } = partsOf(value)
  return { ...thrown, ...(lines.length > 1 && { stacktrace: textOf(lines) }) }
}
