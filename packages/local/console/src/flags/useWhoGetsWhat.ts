import { useContext, useEffect, useState } from 'react'
import type { ConsoleEnvironment, ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { AccountsContext } from '../feed/knownAccounts.ts'
import { evaluate } from './evaluate.ts'

/** Everyone's value of one flag. */
export interface WhoGetsWhat {
  /** The flag as it was evaluated. */
  readonly flag: ServerFlag
  /** By token. */
  readonly values: ReadonlyMap<string, ConsoleEvaluation>
}

/** Whether the flag is an unsaved draft, and whether it can be evaluated. */
export type Phase = 'saved' | 'draft' | 'broken'

/** The most people whose values are requested. */
const MAX_PEOPLE = 40
/** Milliseconds after the last keystroke, so that not every keystroke sends a request. */
const SETTLE_MS = 200

interface Question {
  readonly users: readonly LocalUser[]
  readonly environment: ConsoleEnvironment
  readonly flag: ServerFlag
  /** The flag without its unsaved edits. */
  readonly saved: ServerFlag
  readonly phase: Phase
}

/** The values of a draft for all people. While the draft is invalid, the previous values stay, or those of the saved flag. */
export function useWhoGetsWhat({ users, environment, flag, saved, phase }: Question): WhoGetsWhat {
  const [known, setKnown] = useState<WhoGetsWhat>({ flag, values: new Map() })
  const accounts = useContext(AccountsContext)
  const shown = phase === 'broken' ? saved : flag
  const asks = phase !== 'broken' || known.values.size === 0

  useEffect(() => {
    if (!asks) return undefined
    let isWanted = true
    async function ask(): Promise<void> {
      const draft = phase === 'draft' ? shown : undefined
      const asked = users.slice(0, MAX_PEOPLE)
      const answers = await Promise.all(
        asked.map((user) => evaluate(user, { environment: environment.id, accounts, draft })),
      )
      if (!isWanted || answers.some(({ outcome }) => outcome === 'refused')) return
      const reported = answers.map((answer) => (answer.outcome === 'ok' ? answer.evaluations[shown.key] : undefined))
      const values = reported.flatMap((one, index): [string, ConsoleEvaluation][] =>
        one === undefined ? [] : [[asked[index]?.token ?? '', one]],
      )
      setKnown({ flag: shown, values: new Map(values) })
    }
    const timer = window.setTimeout(() => void ask(), phase === 'draft' ? SETTLE_MS : 0)
    return () => {
      isWanted = false
      window.clearTimeout(timer)
    }
  }, [users, environment, accounts, shown, phase, asks])

  return known
}
