import type { ConsoleEnvironment, Problem } from '../../../src/console/consoleMessage.ts'
import { draftProblems } from '../../../src/editing/draftProblems.ts'
import type { ServerFlag, ServerSegment } from '../../../src/flags/serverFlag.ts'

/**
 * Validates a draft with the rules of the services. Done in the browser, so that problems appear immediately and without a
 * logged 400 answer for every keystroke.
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
