import type { ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command } from '../feed/command.ts'
import type { KnownAccounts } from '../feed/knownAccounts.ts'

/** By flag key. */
export type Evaluations = Readonly<Record<string, ConsoleEvaluation>>

export type Evaluated = { readonly outcome: 'ok'; readonly evaluations: Evaluations } | { readonly outcome: 'refused' }

interface Ground {
  /** A client-side id. */
  readonly environment: string
  readonly accounts: KnownAccounts
  /** An unsaved draft. Replaces the flag with the same key. */
  readonly draft?: ServerFlag | undefined
}

/** The values of a context, from the flag vendor's own evaluator. */
export async function evaluate({ identity }: LocalUser, { environment, accounts, draft }: Ground): Promise<Evaluated> {
  const user = { ...identity, kind: 'user', key: identity.unique_identity }
  const own = Object.entries(accounts.get(user.key) ?? {})
  const context =
    own.length === 0 ? user : { ...Object.fromEntries(own), kind: 'multi', user: { ...user, kind: undefined } }
  const answer = await command('/console/evaluations', { environment, context, ...(draft && { flag: draft }) })
  if (answer.outcome === 'done') return { outcome: 'ok', evaluations: answer.body as Evaluations }
  return { outcome: 'refused' }
}
