import { attempt } from '../core/lib/attempt.ts'
import { hashText } from '../core/lib/hashText.ts'
import { publicText, stableText } from './errorTexts.ts'

/** The longest message and stack trace that are kept, in characters. */
const MAX_MESSAGE = 500
const MAX_STACK = 4_000
/** How many times as much is read. */
const READ = 2
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
const read = (value: unknown, name: string): unknown => attempt(() => (value as Record<string, unknown>)[name])

function readText(value: unknown, name: string): string | undefined {
  const text = read(value, name)
  return typeof text === 'string' ? text : undefined
}

const framesOf = (stack: string) =>
  publicText(stack.slice(0, MAX_STACK * READ))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES)

const textOf = (lines: readonly string[]) => lines.join('\n').slice(0, MAX_STACK)

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

function partsOf(value: unknown) {
  const given = Object(value) === value ? readText(value, 'message') : undefined
  const name = given === undefined ? undefined : readText(value, 'name')
  const tag = attempt(() => Object.prototype.toString.call(value).slice(8, -1)) ?? 'Object'
  const text = given ?? attempt(() => wordsOf(value)) ?? ''
  const stack = readText(value, 'stack') ?? ''
  const at = stack.indexOf(text)
  return {
    type: name && NAME.test(name) ? name : tag,
    message: publicText(text.slice(0, MAX_MESSAGE * READ)).slice(0, MAX_MESSAGE),
    // In some browsers, the stack begins with the message, which may have any length.
    frames: framesOf(at < 0 ? stack : stack.slice(at + text.length)),
  }
}

/** The lines of an error, with those of its causes, and of the first errors of an `AggregateError`. */
function linesOf(value: unknown, level = 0): string[] {
  const { type, message, frames } = partsOf(value)
  const errors = read(value, 'errors')
  const causes = level < LEVELS ? [read(value, 'cause'), ...['0', '1', '2'].map((name) => read(errors, name))] : []
  return [
    `${type}: ${message}`,
    ...frames,
    ...causes
      .filter((one) => one !== undefined && one !== null)
      .flatMap((one) => ['Caused by:', ...linesOf(one, level + 1)]),
  ]
}

/** Reads any value that was thrown. Never throws. */
export function readThrown(value: unknown): Thrown {
  const { type, message, frames } = partsOf(value)
  const lines = linesOf(value)
  const fingerprint = hashText(`${type}\n${stableText(message, frames)}`, 0)
  return { type, message, ...(lines.length > 1 && { stacktrace: textOf(lines) }), fingerprint }
}
