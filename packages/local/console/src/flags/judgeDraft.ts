import type { ConsoleEnvironment, Problem } from '../../../src/console/consoleMessage.ts'
import { draftProblems } from '../../../src/editing/draftProblems.ts'
import type { ServerFlag, ServerSegment } from '../../../src/flags/serverFlag.ts'

/**
 * What the services would have against a flag as it is being edited, by their own rules: asked here, so that it is said at once,
 * and without an answer of 400 in the browser's console for every letter.
 */
export function judgeDraft(
  flag: ServerFlag,
  environment: ConsoleEnvironment,
  segments: readonly ServerSegment[],
): readonly Problem[] {
  return draftProblems(flag.key, flag, {
    flags: Object.fromEntries(environment.flags.map((one) => [one.key, one])),
    segments: new Set(segments.map(({ key }) => key)),
  })
}
