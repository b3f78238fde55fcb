import type { ConsoleEnvironment } from '../../../src/console/consoleMessage.ts'
import type { PollConnection, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { grouped } from '../format/grouped.ts'
import { nameOfId } from '../people/nameOf.ts'
import { concluded } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'
import { askedOf } from './wrongFlags.ts'

interface Known {
  readonly users: readonly LocalUser[]
  /** The latest first. */
  readonly polls: readonly PollConnection[]
  /** The pages that are open. */
  readonly tabs: readonly TabConnection[]
}

/** How long before its first report a page may request its flags, in milliseconds. */
const BEFORE_MS = 10_000

/**
 * Users whom an open page has sent without an attribute that a rule asks for, and that the file of users has: *Who gets what* then shows another
 * value than the page.
 */
export function missingAttributes(
  environments: readonly ConsoleEnvironment[],
  { users, polls, tabs }: Known,
): readonly ProblemRow[] {
  const known = new Map(users.map(({ identity }) => [identity.unique_identity, new Map(Object.entries(identity))]))
  const shownSince = new Map<string | null, number>()
  for (const { identity, openedAt } of tabs)
    shownSince.set(identity, Math.min(openedAt, shownSince.get(identity) ?? Infinity))
  return environments.flatMap(({ id, flags }) => {
    const told = polls.flatMap(({ environment, user, lastAt }) => {
      const since = (user && shownSince.get(user.key)) ?? Infinity
      return user && environment === id && lastAt > since - BEFORE_MS ? [{ ...user, at: lastAt }] : []
    })
    const asked = grouped(
      flags.flatMap((flag) => askedOf(flag).map((name) => ({ name, flag: flag.key }))),
      ({ name }) => name,
    )
    return grouped(told, ({ key }) => key).flatMap(([{ key: who, attributes, at }]) =>
      asked
        .filter(([{ name }]) => !attributes.includes(name) && (known.get(who)?.get(name) ?? undefined) !== undefined)
        .map((own) =>
          concluded({
            ...{ app: id, where: 'identity', since: at, pages: [] },
            message: `the page sends ${nameOfId(who, users, 'signed-out')} without ${own[0].name}, which a rule of ${own.map(({ flag }) => flag).join(', ')} asks for`,
            consequence: `The user in the file of users has it, so Who gets what may show another value than the page. Look at the answer of who-am-i, or at what the application passes to the layer.`,
          }),
        ),
    )
  })
}
