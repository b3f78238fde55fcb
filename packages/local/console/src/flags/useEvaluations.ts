import { useEffect, useState } from 'react'
import type { ConsoleEnvironment, ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'

/** By flag key. */
export type Evaluations = Readonly<Record<string, ConsoleEvaluation>>

interface Answer {
  readonly user: LocalUser
  readonly environment: ConsoleEnvironment
  readonly evaluations: Evaluations
}

/** What somebody gets in an environment, asked again whenever the flags or the person change. */
export function useEvaluations(
  user: LocalUser | undefined,
  environment: ConsoleEnvironment | undefined,
): Evaluations | undefined {
  const [answer, setAnswer] = useState<Answer>()

  useEffect(() => {
    if (user === undefined || environment === undefined) return undefined
    const abort = new AbortController()
    ask(user, environment, abort.signal).then(
      (evaluations) => setAnswer(evaluations && { user, environment, evaluations }),
      // Aborted, or the services are gone, which the page says already.
      () => undefined,
    )
    return () => abort.abort()
  }, [user, environment])

  // Between two answers, what was known of this person stays; never what was known of another.
  return answer?.user.token === user?.token && answer?.environment.id === environment?.id
    ? answer?.evaluations
    : undefined
}

async function ask(
  { identity }: LocalUser,
  environment: ConsoleEnvironment,
  signal: AbortSignal,
): Promise<Evaluations | undefined> {
  const context = { ...identity, kind: 'user', key: identity.unique_identity }
  const answer = await fetch('/console/evaluations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ environment: environment.id, context }),
    signal,
  })
  return answer.ok ? ((await answer.json()) as Evaluations) : undefined
}
