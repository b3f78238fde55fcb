import type { ConsoleEnvironment } from '../../../src/console/consoleMessage.ts'
import type { Problem } from '../../../src/protocol/problem.ts'
import { draftProblems } from '../../../src/editing/draftProblems.ts'
import type { ServerSegment } from '../../../src/flags/serverFlag.ts'
import type { FlagDraft } from './flagDraft.ts'
import { readFlagText } from './readFlagText.ts'

/**
 * Validates a draft with the rules of the services. Done in the browser, so that problems appear immediately and without a
 * logged 400 answer for every keystroke. Text that could not be read is a problem, too: it cannot be saved.
 */
export function judgeDraft(
  { flag, unread }: Pick<FlagDraft, 'flag' | 'unread'>,
  environment: ConsoleEnvironment,
  segments: readonly ServerSegment[],
): readonly Problem[] {
  const read = unread.flag === undefined ? undefined : readFlagText(flag.key, unread.flag)
  return [
    ...(read?.outcome === 'invalid' ? [{ path: 'json', message: read.message }] : []),
    ...unread.variations.flatMap((text, index) =>
      text === undefined ? [] : [{ path: `variations[${index}]`, message: 'It is not JSON. Correct it to save.' }],
    ),
    ...(unread.metadata === undefined
      ? []
      : [{ path: 'metadata', message: 'It is not a JSON object. Correct it to save.' }]),
    ...draftProblems(flag.key, flag, {
      flags: Object.fromEntries(environment.flags.map((one) => [one.key, one])),
      segments: new Set(segments.map(({ key }) => key)),
    }),
  ]
}
