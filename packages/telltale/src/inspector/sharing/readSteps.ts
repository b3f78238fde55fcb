import { isRecord, parseJson } from '../../core/lib/json.ts'
import type { Progress } from '../../core/model/diagnostics.ts'

const STEPS: readonly unknown[] = [
  'pending',
  'completed',
  'held',
  'released',
  'stored',
  'sent',
  'acknowledged',
  'dropped',
]

/** The steps in a message of another tab. Any script of the origin can send one. */
export function readSteps(message: string): readonly Progress[] {
  const given = parseJson(message)
  return Array.isArray(given) ? given.filter(isProgress) : []
}

function isProgress(given: unknown): given is Progress {
  if (!isRecord(given)) return false
  const { id, step, at, destination, purpose, reason } = given
  const areTexts = [destination, purpose, reason].every((one) => one === undefined || typeof one === 'string')
  return typeof id === 'string' && STEPS.includes(step) && Number.isFinite(at) && areTexts
}
