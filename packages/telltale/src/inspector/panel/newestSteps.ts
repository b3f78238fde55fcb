import { byteLength } from '../../core/lib/byteLength.ts'
import type { Json } from '../../core/model/json.ts'
import type { RecordedStep } from './recording.ts'

/**
 * The newest steps of a recording that have at most this size as JSON, in bytes, after the user and the flags with which they begin.
 * `missing` is the number of calls of `track` before them.
 */
export function newestSteps(
  steps: readonly RecordedStep[],
  most: number,
): { readonly steps: readonly RecordedStep[]; readonly missing: number } {
  let size = sizeOf(steps)
  let start: readonly RecordedStep[] = []
  let missing = 0
  let first = 0
  for (const step of steps) {
    if (size <= most) break
    first += 1
    size -= sizeOf([step])
    if (step.type === 'track') missing += 1
    if (step.type !== 'who' && step.type !== 'flags') continue
    const next = withState(start, step)
    size += sizeOf(next) - sizeOf(start)
    start = next
  }
  return { steps: [...start, ...steps.slice(first)], missing }
}

const sizeOf = (steps: readonly RecordedStep[]): number =>
  steps.reduce((sum, step) => sum + byteLength(JSON.stringify(step)) + 1, 0)

/** The latest user, and all flags so far. */
function withState(start: readonly RecordedStep[], step: RecordedStep): readonly RecordedStep[] {
  const before = start.find(({ type }) => type === step.type)
  const others = start.filter((one) => one !== before)
  if (step.type !== 'flags') return [...others, step]
  const values: Readonly<Record<string, Json>> = before?.type === 'flags' ? before.values : {}
  return [...others, { ...step, values: { ...values, ...step.values } }]
}
