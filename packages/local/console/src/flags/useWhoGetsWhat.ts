import { useEffect, useState } from 'react'
import type { ConsoleEnvironment, ConsoleEvaluation, Problem } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { evaluate } from './evaluate.ts'

/** What everybody gets of one flag, by token. */
export type WhoGetsWhat = ReadonlyMap<string, ConsoleEvaluation>

/** People who are asked for: more are not read. */
const MAX_PEOPLE = 40
/** Milliseconds after the last key, so that not every letter is a question. */
const SETTLE_MS = 200

interface Question {
  readonly users: readonly LocalUser[]
  readonly environment: ConsoleEnvironment
  readonly flag: ServerFlag
  /** Whether the flag is one that is not saved yet. */
  readonly isDraft: boolean
  /** Gets what the services have against the draft: an empty list when nothing. */
  readonly onJudged: (problems: readonly Problem[]) => void
}

/** What people get of a flag as it is being edited. While the flag is in no state to be asked, what was known stays. */
export function useWhoGetsWhat({ users, environment, flag, isDraft, onJudged }: Question): WhoGetsWhat {
  const [known, setKnown] = useState<WhoGetsWhat>(new Map())

  useEffect(() => {
    let isWanted = true
    const timer = window.setTimeout(
      () => {
        const draft = isDraft ? flag : undefined
        const asked = users.slice(0, MAX_PEOPLE)
        void Promise.all(asked.map((user) => evaluate(user, { environment: environment.id, draft }))).then(
          (answers) => {
            if (!isWanted) return
            const refused = answers.find((answer) => answer.outcome === 'refused')
            if (isDraft) onJudged(refused?.outcome === 'refused' ? refused.problems : [])
            if (refused !== undefined) return
            setKnown(
              new Map(
                answers.flatMap((answer, index) => {
                  const evaluation = answer.outcome === 'ok' ? answer.evaluations[flag.key] : undefined
                  return evaluation === undefined ? [] : [[asked[index]?.token ?? '', evaluation] as const]
                }),
              ),
            )
          },
        )
      },
      isDraft ? SETTLE_MS : 0,
    )
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [users, environment, flag, isDraft, onJudged])

  return known
}
