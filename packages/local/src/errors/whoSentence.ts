import { type Compared, LEAST_PEOPLE, type WhoRow } from './compareGroups.ts'
import type { ErrorGroup } from './errorGroups.ts'
import type { Share } from './proportions.ts'

const number = (count: number) => count.toLocaleString('en')

/** What can be said of who has an error, in one or two sentences. It claims no cause. */
export function whoSentence({ rows, smallerSide }: Pick<Compared, 'rows' | 'smallerSide'>, all: Share): string {
  if (all.affected === 0)
    return 'Nobody has had this error, but for programs, impersonators and people who are not known.'
  const [first, ...others] = rows.filter(({ decision }) => decision === 'more')
  if (first !== undefined) return `${rowSentence(first)}${othersSentence(others.length)}`
  if (all.people < 2 * LEAST_PEOPLE)
    return `Too few people to say: ${number(all.people)} of at least ${2 * LEAST_PEOPLE}.`
  if (rows.length === 0)
    return `There is nothing to compare: all ${number(all.people)} people have the same flags, releases and companies.`
  if (smallerSide < LEAST_PEOPLE)
    return `Too few people to say: no flag, release or company divides them into two groups of at least ${LEAST_PEOPLE}. The nearest has ${number(smallerSide)} on its smaller side.`
  return 'No flag, release or company has this error more often than the rest.'
}

function rowSentence(row: WhoRow): string {
  const { affected, people, others } = row
  return `${whom(row)} have this error more often: ${number(affected)} of ${number(people)}, against ${number(others.affected)} of ${number(others.people)} of all others.`
}

function whom({ kind, name, value, version }: WhoRow): string {
  if (kind === 'account') return `People of the ${name} ${value}`
  if (kind === 'release') return `People with the release ${value}`
  return `People with ${name} = ${value}${version === undefined ? '' : ` of version ${version}`}`
}

function othersSentence(count: number): string {
  if (count === 0) return ''
  return ` ${number(count)} other ${count === 1 ? 'group has' : 'groups have'} it more often, too.`
}

/** What else one has to know to believe the sentence. */
export function whoNotes(
  { rows, comparisons }: Pick<Compared, 'rows' | 'comparisons'>,
  { impersonated, automated, unknown }: Pick<ErrorGroup, 'impersonated' | 'automated' | 'unknown'>,
): readonly string[] {
  const first = rows.find(({ decision }) => decision === 'more')
  const hasCompanies = rows.some(({ kind }) => kind === 'account')
  const left = [
    [impersonated, 'of impersonators'],
    [automated, 'of programs'],
    [unknown, 'of people who are not known'],
  ] as const
  return [
    ...(hasCompanies && first?.account !== undefined && first.affected > 1
      ? [`All ${number(first.affected)} who have it there are of the ${first.account}.`]
      : []),
    ...left
      .filter(([count]) => count > 0)
      .map(
        ([count, whose]) =>
          `${number(count)} ${count === 1 ? 'error' : 'errors'} ${whose} ${count === 1 ? 'is' : 'are'} left out.`,
      ),
    ...(comparisons > 0
      ? [
          `${number(comparisons)} ${comparisons === 1 ? 'comparison was' : 'comparisons were'} made. If there is no difference at all, a statement is made in at most 1 of 20 such results. That a group has the error more often does not say why.`,
        ]
      : []),
  ]
}
