import { useEffect, useState } from 'react'
import type { ConsoleEnvironment, ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
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
  /** Whether the flag is one that is not saved yet, and whether it can be evaluated. */
  readonly phase: 'saved' | 'draft' | 'broken'
}

/** What people get of a flag as it is being edited. While the flag is in no state to be asked, what was known stays. */
export function useWhoGetsWhat({ users, environment, flag, phase }: Question): WhoGetsWhat {
  const [known, setKnown] = useState<WhoGetsWhat>(new Map())

  useEffect(() => {
    if (phase === 'broken') return undefined
    let isWanted = true
    async function ask(): Promise<void> {
      const draft = phase === 'draft' ? flag : undefined
      const asked = users.slice(0, MAX_PEOPLE)
      const answers = await Promise.all(asked.map((user) => evaluate(user, { environment: environment.id, draft })))
      if (!isWanted || answers.some(({ outcome }) => outcome === 'refused')) return
      const told = answers.map((answer) => (answer.outcome === 'ok' ? answer.evaluations[flag.key] : undefined))
      setKnown(new Map(told.flatMap((one, index) => (one === undefined ? [] : [[asked[index]?.token ?? '', one]]))))
    }
    const timer = window.setTimeout(() => void ask(), phase === 'draft' ? SETTLE_MS : 0)
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [users, environment, flag, phase])

  return known
}
