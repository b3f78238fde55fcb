import type { FlagSet } from './flagSets.ts'

/** By what people are divided: a variation of a flag, a version of it, an account, or a release. */
export type GroupKind = 'flag' | 'version' | 'account' | 'release'

interface Counted {
  people: number
  affected: number
}

/** People who are in a group, and those of them who had the error. */
export interface Group extends Counted {
  readonly value: string
  readonly version?: number | undefined
  /** The accounts of those who had the error, of which two are enough: are they all of one? */
  readonly accounts: Set<string>
}

/** All groups that divide people in one way. A person is in one of them, or left out. */
export interface Division {
  readonly kind: GroupKind
  /** The key of the flag, or the kind of the account. */
  readonly name: string
  readonly groups: Map<string, Group>
  /** People who were in several groups. */
  readonly mixed: Counted
  /** People for whom a panel for developers has replaced the value of the flag. */
  readonly overridden: Counted
}

/** What is known of one person. */
export interface Unit {
  isAffected: boolean
  readonly flags: Set<FlagSet>
  /** By kind: the key, or several. */
  readonly accounts: Map<string, Set<string>>
  readonly releases: Set<string>
}

type Named = Pick<Group, 'value' | 'version'>
type NameOf = (kind: string, key: string) => string

/** Divides people in every way in which they differ. */
export function dividePeople(people: readonly Unit[], nameOf: NameOf): readonly Division[] {
  const divisions = new Map<string, Division>()

  function divisionOf(kind: GroupKind, name: string): Division {
    const key = `${kind} ${name}`
    const none = () => ({ people: 0, affected: 0 })
    const known = divisions.get(key) ?? { kind, name, groups: new Map(), mixed: none(), overridden: none() }
    divisions.set(key, known)
    return known
  }

  for (const crowd of crowdsOf(people, nameOf))
    for (const [flag, { isOverridden, variations, versions }] of crowd.states) {
      const [ofFlag, ofVersion] = [divisionOf('flag', flag), divisionOf('version', flag)]
      if (isOverridden) for (const { overridden } of [ofFlag, ofVersion]) count(overridden, crowd)
      else {
        put(ofFlag, variations, crowd)
        put(ofVersion, versions, crowd)
      }
    }
  for (const unit of people) {
    const one = crowdOf(unit, nameOf)
    for (const [kind, keys] of unit.accounts)
      put(divisionOf('account', kind), new Map([...keys].map((key) => [key, { value: nameOf(kind, key) }])), one)
    if (unit.releases.size > 0)
      put(divisionOf('release', 'release'), new Map([...unit.releases].map((value) => [value, { value }])), one)
  }
  return [...divisions.values()]
}

function put({ groups, mixed }: Division, found: ReadonlyMap<string, Named>, crowd: Crowd): void {
  const [only] = found
  if (found.size !== 1 || only === undefined) return count(mixed, crowd)
  const [key, named] = only
  const group = groups.get(key) ?? { ...named, people: 0, affected: 0, accounts: new Set() }
  groups.set(key, group)
  count(group, crowd)
  for (const account of crowd.accounts) if (group.accounts.size < 2) group.accounts.add(account)
}

function count(counted: Counted, { people, affected }: Counted): void {
  counted.people += people
  counted.affected += affected
}

/** People who are alike in what counts. */
interface Crowd extends Counted {
  /** The accounts of those who had the error. */
  readonly accounts: ReadonlySet<string>
}

const crowdOf = (unit: Unit, nameOf: NameOf): Crowd => ({
  ...{ people: 1, affected: unit.isAffected ? 1 : 0 },
  accounts: new Set(unit.isAffected ? accountsOf(unit, nameOf) : []),
})

/** Stands for people without an account. */
export const NO_ACCOUNT = ''

/** The accounts of the first kind, or a text for none. */
function accountsOf({ accounts }: Unit, nameOf: NameOf): readonly string[] {
  const [first] = accounts
  if (first === undefined) return [NO_ACCOUNT]
  const [kind, keys] = first
  return [...keys].map((key) => `${kind} ${nameOf(kind, key)}`)
}

/** People who have seen the same flags: there are fewer of such crowds than people. */
function crowdsOf(people: readonly Unit[], nameOf: NameOf) {
  const places = new Map<FlagSet, number>()
  const crowds = new Map<string, { states: ReadonlyMap<string, FlagSeen> } & Counted & { accounts: Set<string> }>()
  for (const unit of people) {
    for (const set of unit.flags) if (!places.has(set)) places.set(set, places.size)
    const key = [...unit.flags]
      .map((set) => places.get(set) ?? 0)
      .sort((a, b) => a - b)
      .join()
    const crowd = crowds.get(key) ?? { people: 0, affected: 0, accounts: new Set(), states: statesOf(unit) }
    crowds.set(key, crowd)
    const one = crowdOf(unit, nameOf)
    count(crowd, one)
    for (const account of one.accounts) crowd.accounts.add(account)
  }
  return crowds.values()
}

interface FlagSeen {
  isOverridden: boolean
  readonly variations: Map<string, Named>
  readonly versions: Map<string, Named>
}

/** What one person has seen of each flag. */
function statesOf({ flags }: Unit): ReadonlyMap<string, FlagSeen> {
  const seen = new Map<string, FlagSeen>()
  function flagOf(key: string): FlagSeen {
    const known = seen.get(key) ?? { isOverridden: false, variations: new Map(), versions: new Map() }
    seen.set(key, known)
    return known
  }
  for (const { states, overridden } of flags) {
    for (const [key, { variation, value, version }] of states) {
      const { variations, versions } = flagOf(key)
      variations.set(variation, { value })
      versions.set(`${version} ${variation}`, { value, version })
    }
    for (const key of overridden) flagOf(key).isOverridden = true
  }
  return seen
}
