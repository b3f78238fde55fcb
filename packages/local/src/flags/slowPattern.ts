import { createContext, Script } from 'node:vm'
import { isRecord } from '../json/isRecord.ts'
import type { Problem } from '../protocol/problem.ts'

/** Milliseconds that a pattern may take for all texts. Others take less than one. */
const LIMIT_MS = 250
/** When other processes have the processor. */
const MAX_TRIES = 20
/** Long enough that a pattern which doubles its steps with each letter does not end within the limit. */
const LENGTH = 40
/** Letters that patterns match often without naming them. */
const USUAL = ['a', 'A', '0', ' ', '-', '.', '_', '@', '/']

/** The slow patterns in the rules of a flag, each with its place. */
export function slowPatternProblems({ rules }: Readonly<Record<string, unknown>>): readonly Problem[] {
  return recordsIn(rules).flatMap(([rule, index]) =>
    recordsIn(rule['clauses']).flatMap(([clause, at]) => slowPatternsOf(clause, `rules[${index}].clauses[${at}]`)),
  )
}

/** The slow patterns of one condition, which is at `path`. */
export function slowPatternsOf({ op, values }: Readonly<Record<string, unknown>>, path: string): readonly Problem[] {
  if (op !== 'matches' || !Array.isArray(values)) return []
  return values.flatMap((pattern: unknown, index) =>
    typeof pattern === 'string' && isSlowPattern(pattern)
      ? {
          path: `${path}.values[${index}]`,
          message: `The pattern ${pattern} takes very long for some values, and everything waits meanwhile. Do not repeat what is repeated already.`,
        }
      : [],
  )
}

/** The objects of a list, with their places. */
function recordsIn(list: unknown): readonly (readonly [Record<string, unknown>, number])[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown, index) => (isRecord(one) ? [[one, index] as const] : []))
}

/**
 * Whether a pattern takes so long for some text that the services stop meanwhile: its steps double with each letter. Tries texts of
 * one letter, each of the pattern's own among them, which end with something that is seldom matched, or with one of its signs.
 */
function isSlowPattern(pattern: string): boolean {
  const regularExpression = compiled(pattern)
  if (regularExpression === undefined) return false
  const letters = new Set([...USUAL, ...pattern.replaceAll(/[^\p{L}\p{N}]/gu, '')])
  const ends = new Set(['\u0000', ...pattern.replaceAll(/[\p{L}\p{N}]/gu, '')])
  // A lookbehind is read from right to left.
  const texts = [...letters].flatMap((letter) => {
    const run = letter.repeat(LENGTH)
    return [...ends].flatMap((end) => [`${run}${end}`, `${end}${run}${end}`])
  })
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = processorMs()
    try {
      // A script in a context is ended after its time, also within a regular expression.
      PROBE.runInContext(createContext({ regularExpression, texts }), { timeout: LIMIT_MS })
      return false
    } catch {
      // On a busy machine, it may have waited for most of the time.
      if (processorMs() - before > LIMIT_MS / 2) return true
    }
  }
  return true
}

/** For how long this process has worked, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const PROBE = new Script('for (const text of texts) regularExpression.test(text)')

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern)
  } catch {
    return undefined
  }
}
