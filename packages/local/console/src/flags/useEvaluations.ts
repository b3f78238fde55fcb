import { useContext, useEffect, useState } from 'react'
import type { ConsoleEnvironment, ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { AccountsContext } from '../feed/knownAccounts.ts'
import { evaluate, type Evaluations } from './evaluate.ts'

interface Answer {
  readonly user: LocalUser
  readonly environment: ConsoleEnvironment
  readonly evaluations: Evaluations
}

/** The values of a context in an environment. Requested again when the flags, the person or the accounts change. */
export function useEvaluations(
  user: LocalUser | undefined,
  environment: ConsoleEnvironment | undefined,
): Readonly<Record<string, ConsoleEvaluation>> | undefined {
  const [answer, setAnswer] = useState<Answer>()
  const accounts = useContext(AccountsContext)

  useEffect(() => {
    if (user === undefined || environment === undefined) return undefined
    let isWanted = true
    async function ask(whom: LocalUser, where: ConsoleEnvironment): Promise<void> {
      const reported = await evaluate(whom, { environment: where.id, accounts })
      if (isWanted && reported.outcome === 'ok')
        setAnswer({ user: whom, environment: where, evaluations: reported.evaluations })
    }
    void ask(user, environment)
    return () => {
      isWanted = false
    }
  }, [user, environment, accounts])

  // Between two answers, the previous values of this person stay visible, but never those of another person.
  return answer?.user.token === user?.token && answer?.environment.id === environment?.id
    ? answer?.evaluations
    : undefined
}
