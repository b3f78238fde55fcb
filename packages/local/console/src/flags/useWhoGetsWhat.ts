import { useEffect, useState } from 'react'
import type { ConsoleEnvironment, ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { evaluate } from './evaluate.ts'

/** Everyone's value of one flag, by token. */
export type WhoGetsWhat = ReadonlyMap<string, ConsoleEvaluation>

/** The most people whose values are requested. */
const MAX_PEOPLE = 40
/** Milliseconds after the last keystroke, so that not every keystroke sends a request. */
const SETTLE_MS = 200

const NOTHING: WhoGetsWhat = new Map()

interface Question {
  readonly users: readonly LocalUser[]
  readonly environment: ConsoleEnvironment
  readonly flag: ServerFlag
  /** Whether the flag is an unsaved draft, and whether it can be evaluated. */
  readonly phase: 'saved' | 'draft' | 'broken'
}

/** The values of a draft for all people. Nothing is known while the draft is invalid: the previous values would be those of another text. */
export function useWhoGetsWhat({ users, environment, flag, phase }: Question): WhoGetsWhat {
  const [known, setKnown] = useState(NOTHING)
  if (phase === 'broken' && known !== NOTHING) setKnown(NOTHING)

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
