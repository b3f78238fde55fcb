import { fisherTest, holm, type Interval, logFactorials, type Share, shareDifference } from './proportions.ts'
import { type Division, type Group, type GroupKind, NO_ACCOUNT } from './dividePeople.ts'

/**
 * Below this number of people in a group, or among the others, nothing is said. The test is exact for any number, so this is no limit of it: it
 * keeps statements from being about a few persons. An experiment needs 100, because it compares means.
 */
export const LEAST_PEOPLE = 20

/** The probability with which a statement may be wrong, all statements together. */
const ALPHA = 0.05

/** Rows of each kind. */
const MOST_ROWS = 100

/** A group of people, and all others. */
export interface WhoRow extends Share {
  readonly kind: GroupKind
  readonly name: string
  readonly value: string
  readonly version?: number | undefined
  readonly others: Share
  /** People who are in neither: they were in several groups. */
  readonly mixed: number
  /** People who are in neither: the value of the flag was replaced. */
  readonly overridden: number
  /** How many people are missing before the groups are compared. The rest is absent then. */
  readonly missing: number
  readonly difference?: Interval
  /** The probability of such a difference by chance, corrected for the number of comparisons. */
  readonly probability?: number
  readonly decision: 'more' | 'less' | 'none' | 'too few'
  /** The kind and the name of the account, if all who had the error are of one. */
  readonly account?: string
}

export interface Compared {
  readonly rows: readonly WhoRow[]
  /** How many comparisons were made. */
  readonly comparisons: number
  /** Rows that are left out, by kind: those with the smallest differences. */
  readonly more: readonly { readonly kind: GroupKind; readonly count: number }[]
  /** In the division that comes nearest to a comparison, the people of the smaller side. */
  readonly smallerSide: number
}

/** Compares each group with all others. */
export function compareGroups(divisions: readonly Division[], all: Share): Compared {
  const rows = divisions.flatMap((division) => rowsOf(division, all))
  const logs = logFactorials(all.people)
  const ready = rows.filter(({ missing }) => missing === 0)
  const probabilities = holm(ready.map((row) => fisherTest(row, row.others, logs)))
  const decided = new Map(ready.map((row, place) => [row, decidedRow(row, probabilities[place] ?? 1)]))
  const sorted = rows.map((row) => decided.get(row) ?? row).sort(byWeight)
  const ofKind = new Map<GroupKind, number>()
  const kept = sorted.filter(({ kind }) => {
    const count = (ofKind.get(kind) ?? 0) + 1
    ofKind.set(kind, count)
    return count <= MOST_ROWS
  })
  const more = [...ofKind].flatMap(([kind, count]) => (count > MOST_ROWS ? [{ kind, count: count - MOST_ROWS }] : []))
  const smallerSide = Math.max(0, ...rows.map(({ people, others }) => Math.min(people, others.people)))
  return { rows: kept, comparisons: ready.length, more, smallerSide }
}

function rowsOf({ kind, name, groups, mixed, overridden }: Division, all: Share): readonly WhoRow[] {
  return [...groups.values()].flatMap((group): WhoRow[] => {
    const others = {
      people: all.people - group.people - mixed.people - overridden.people,
      affected: all.affected - group.affected - mixed.affected - overridden.affected,
    }
    // A group of everybody divides nobody.
    if (others.people === 0 || (kind === 'version' && !hasVersions(group, groups))) return []
    const { value, version, people, affected, accounts } = group
    const [account] = accounts
    const missing = Math.max(0, LEAST_PEOPLE - people, LEAST_PEOPLE - others.people)
    return [
      {
        ...{ kind, name, value, people, affected, others, missing },
        ...(version !== undefined && kind === 'version' && { version }),
        ...(kind !== 'account' && accounts.size === 1 && account !== NO_ACCOUNT && { account }),
        ...{ mixed: mixed.people, overridden: overridden.people, decision: 'too few' },
      },
    ]
  })
}

/** With one version only, its people are those of the variation. */
const hasVersions = (group: Group, groups: Division['groups']) =>
  group.version !== undefined &&
  [...groups.values()].some((one) => one.value === group.value && one.version !== group.version)

function decidedRow(row: WhoRow, probability: number): WhoRow {
  const difference = shareDifference(row, row.others)
  const decision = probability >= ALPHA ? 'none' : difference.value > 0 ? 'more' : 'less'
  return { ...row, difference, probability, decision }
}

const KINDS: readonly GroupKind[] = ['flag', 'release', 'account', 'version']
const DECISIONS: readonly WhoRow['decision'][] = ['more', 'less', 'none', 'too few']

/** What is decided first, then what is most likely no chance, then what is larger. */
function byWeight(a: WhoRow, b: WhoRow): number {
  return (
    DECISIONS.indexOf(a.decision) - DECISIONS.indexOf(b.decision) ||
    (a.probability ?? 1) - (b.probability ?? 1) ||
    (b.difference?.value ?? 0) - (a.difference?.value ?? 0) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    b.affected - a.affected ||
    b.people - a.people
  )
}
