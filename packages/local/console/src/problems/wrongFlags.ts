import { distance } from 'fastest-levenshtein'
import type { ConsoleEnvironment } from '../../../src/console/consoleMessage.ts'
import type { PollConnection, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { grouped } from '../format/grouped.ts'
import { concluded, pagesOf } from './concluded.ts'
import type { ProblemRow } from './problemRows.ts'

/** Flags whose value differs from the one that the service has sent. */
export function overrides(tabs: readonly TabConnection[]): readonly ProblemRow[] {
  const all = tabs.flatMap((tab) => (tab.overridden ?? []).map((flag) => ({ tab, ...flag })))
  return grouped(all, ({ tab, key, value }) => JSON.stringify([tab.app, key, value])).map((group) => {
    const [{ tab, key, value }] = group
    const own = group.map((one) => one.tab)
    return concluded({
      ...{ app: tab.app, where: 'flags', pages: pagesOf(own) },
      since: Math.min(...own.map(({ openedAt }) => openedAt)),
      message: `${key} is overridden with ${value}`,
      consequence:
        'Other pages show the value of the service, and so does Flags. Clear the override in the panel of the page, or where telltale.flags.override is called.',
    })
  })
}

/** The attributes that each user has in addition to the fields of who-am-i. */
const ALWAYS = ['key', 'kind', 'anonymous', 'name']

interface Known {
  readonly users: readonly LocalUser[]
  readonly polls: readonly PollConnection[]
  readonly since: number
}

/** Rules that ask for an attribute that neither a user of the file nor a page has. */
export function unknownAttributes(
  environments: readonly ConsoleEnvironment[],
  { users, polls, since }: Known,
): readonly ProblemRow[] {
  const sent = polls.flatMap(({ user }) => user?.attributes ?? [])
  const known = new Set([...ALWAYS, ...users.flatMap(({ identity }) => Object.keys(identity)), ...sent])
  if (users.length === 0) return []
  return environments.flatMap(({ id, flags }) =>
    flags.flatMap((flag) => {
      const { key } = flag
      return askedOf(flag)
        .filter((name) => !known.has(name))
        .map((name) =>
          concluded({
            ...{ app: id, where: key, since, pages: [] },
            message: `has a rule for ${name}, which no user has`,
            consequence: `The rule matches no user. ${didYouMean(name, [...known]) ?? 'Add the attribute to a user, or change the rule.'}`,
          }),
        )
    }),
  )
}

/** The attributes of users that the rules of a flag ask for, without duplicates. */
export const askedOf = ({
  rules,
  deleted,
}: Pick<ConsoleEnvironment['flags'][number], 'rules' | 'deleted'>): readonly string[] => [
  ...new Set(
    (deleted ? [] : rules).flatMap(({ clauses }) => clauses.filter(isOfUser).map(({ attribute }) => nameIn(attribute))),
  ),
]

type Clause = ConsoleEnvironment['flags'][number]['rules'][number]['clauses'][number]

/** A segment has no attribute. Attributes of accounts are known from events only. */
const isOfUser = ({ attribute, contextKind = 'user', op }: Clause) =>
  op !== 'segmentMatch' && contextKind === 'user' && attribute !== ''

/** `address` of the reference `/address/city`. */
const nameIn = (attribute: string) => (attribute.startsWith('/') ? (attribute.split('/')[1] ?? '') : attribute)

/** A name is similar if at most a third of its letters differ. */
const isNear = (name: string, other: string) => distance(name.toLowerCase(), other.toLowerCase()) * 3 <= name.length

/** `Did you mean plan?` */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = known.filter((other) => isNear(name, other))
  const [nearest] = near.sort((a, b) => distance(name, a) - distance(name, b))
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`
}

/** The message of a flag that the service does not have. */
const UNKNOWN_FLAG = 'T145'

/** Says which flag may have been meant. */
export function withSimilarFlag(row: ProblemRow, environments: readonly ConsoleEnvironment[]): ProblemRow {
  if (row.code !== UNKNOWN_FLAG) return row
  // A production build leaves nothing but the key of the message.
  const [, key = row.message] = /"(.+)"/.exec(row.message) ?? []
  const keys = environments.flatMap(({ flags }) => flags.map((flag) => flag.key))
  const similar = didYouMean(key, keys)
  return similar === undefined ? row : { ...row, consequence: similar }
}
