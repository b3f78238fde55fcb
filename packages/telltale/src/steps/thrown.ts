import { attempt } from '../core/lib/attempt.ts'
import { hashText } from '../core/lib/hashText.ts'
import { publicText, stableFrames, stableMessage } from './errorTexts.ts'

/** The longest message and stack trace that are kept, in characters. */
const MAX_MESSAGE = 500
const MAX_STACK = 4_000
/** How much of them is read. */
const READ = 2
/** How many frames of an error, causes of a cause, and errors of an `AggregateError` are kept. */
const FRAMES = 30
const LEVELS = 3
const ERRORS = ['0', '1', '2']
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

export const publicStack = (stack: string, max = MAX_STACK) => framesOf(stack).join('\n').slice(0, max)

const framesOf = (stack: string) =>
  publicText(stack.slice(0, MAX_STACK * READ))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => FRAME.test(line))
    .slice(0, FRAMES)

/** What is thrown in place of an error may have personal data: only the names of its fields are kept. */
const wordsOf = (value: unknown) =>
  attempt(() => {
    if (typeof value === 'function') return ''
    return typeof value === 'object' && value ? `{${Object.keys(value).slice(0, 10).join(', ')}}` : String(value)
  }) ?? ''

function partsOf(value: unknown) {
  const given = read(value, 'message')
  const isError = typeof given === 'string' && typeof value !== 'string'
  const name = (isError && readText(value, 'name')) || ''
  const tag = attempt(() => Object.prototype.toString.call(value).slice(8, -1)) ?? 'Object'
  const type = [name, tag].find((one) => NAME.test(one)) ?? 'Error'
  const text = isError ? given : wordsOf(value)
  const stack = readText(value, 'stack') ?? ''
  const at = stack.indexOf(text)
  return {
    type,
    message: publicText(text.slice(0, MAX_MESSAGE * READ)).slice(0, MAX_MESSAGE),
    // In some browsers, the stack begins with the message, which may have any length.
    frames: framesOf(at < 0 ? stack : stack.slice(at + text.length)),
  }
}

/** The errors that an error has, each with its own. */
function causesOf(value: unknown, level = 0): string[] {
  if (level >= LEVELS) return []
  const errors = read(value, 'errors')
  return [read(value, 'cause'), ...ERRORS.map((name) => read(errors, name))]
    .filter((one) => one !== undefined && one !== null)
    .flatMap((one) => {
      const { type, message, frames } = partsOf(one)
      return [`Caused by: ${type}: ${message}`, ...frames, ...causesOf(one, level + 1)]
    })
}

/** Reads any value that was thrown. Never throws. */
export function readThrown(value: unknown): Thrown {
  const { type, message, frames } = partsOf(value)
  const lines = [...frames, ...causesOf(value)]
  const stacktrace = [`${type}: ${message}`, ...lines].join('\n').slice(0, MAX_STACK)
  const fingerprint = hashText([type, stableMessage(message), ...stableFrames(frames)].join('\n'), 0)
  return { type, message, ...(lines.length > 0 && { stacktrace }), fingerprint }
}
