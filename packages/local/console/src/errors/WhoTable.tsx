import type { WhoRow } from '../../../src/errors/compareGroups.ts'
import type { GroupKind } from '../../../src/errors/dividePeople.ts'
import type { WhoHasIt } from '../../../src/errors/errorAnswers.ts'
import type { Share } from '../../../src/errors/proportions.ts'
import { columnText } from '../experiments/figureText.ts'
import { unbroken } from '../experiments/metricText.ts'
import { Breakable } from '../format/Breakable.tsx'
import { type Column, DataTable } from '../shell/DataTable.tsx'
import { routeHash } from '../shell/route.ts'
import { decisionText } from './errorText.ts'
import classes from './WhoTable.module.css'

interface WhoTableProps {
  readonly who: WhoHasIt
  readonly flagKeys: ReadonlySet<string>
}

const KINDS: Readonly<Record<GroupKind, string>> = {
  flag: 'Flags',
  version: 'Versions of flags',
  release: 'Releases',
  account: 'Companies',
}
const ORDER = Object.keys(KINDS) as readonly GroupKind[]

/** How often each group of people has an error, and how often all others. */
export function WhoTable({ who, flagKeys }: WhoTableProps) {
  const { rows, more } = who
  if (rows.length === 0) return null
  const sorted = ORDER.flatMap((kind) => rows.filter((row) => row.kind === kind))
  return (
    <section className={classes.who} aria-label="Who has it">
      <h3 className={classes.title}>Who has it</h3>
      <p className={classes.says}>{unbroken(saysOf(who))}</p>
      <DataTable
        label="Who has it"
        columns={columnsOf(sorted, flagKeys)}
        rows={sorted}
        keyOf={(row) => sorted.indexOf(row)}
        groups={{ keyOf: ({ kind }) => kind, render: ({ kind }) => KINDS[kind] }}
      />
      {more.map(({ kind, count }) => (
        <p className={classes.says} key={kind}>
          {KINDS[kind]}: {count.toLocaleString('en')} more rows are not shown.
        </p>
      ))}
    </section>
  )
}

function saysOf({ all, leastPeople }: WhoHasIt): string {
  const rate = all.affected / all.people
  return `Of all people who were seen, ${of(all)} have had it: ${columnText([rate], true)(rate)}. Each group is compared with all others, if both have ${leastPeople} people. The interval of a difference holds with 95 % for its row alone; the result takes into account how many rows there are.`
}

const of = ({ affected, people }: Share) => `${affected.toLocaleString('en')} of ${people.toLocaleString('en')}`

function columnsOf(rows: readonly WhoRow[], flagKeys: ReadonlySet<string>): readonly Column<WhoRow>[] {
  const rate = ({ affected, people }: Share) => affected / people
  const rates = columnText(
    rows.flatMap((row) => (row.difference ? [rate(row), rate(row.others)] : [])),
    true,
  )
  const differences = columnText(
    rows.flatMap(({ difference }) => (difference ? [difference.value, difference.low, difference.high] : [])),
    true,
  )
  // A dash would say that something is missing.
  const differenceOf = ({ difference }: WhoRow, end: 'value' | 'low' | 'high') =>
    difference ? differences(difference[end]) : null
  const leavesOut = rows.some(({ mixed, overridden }) => mixed + overridden > 0)
  return [
    { title: 'Group', render: (row) => <Named row={row} isLinked={flagKeys.has(row.name)} />, as: 'prose' },
    {
      title: 'Result',
      render: (row) => (
        <b className={classes.result} data-decision={row.decision}>
          {decisionText(row)}
        </b>
      ),
    },
    { title: 'Had it', render: (row) => of(row), as: 'figure' },
    { title: 'Rate', render: (row) => row.difference && rates(rate(row)), as: 'figure' },
    { title: 'Others', render: ({ others }) => of(others), as: 'figure' },
    { title: 'Their rate', render: (row) => row.difference && rates(rate(row.others)), as: 'figure' },
    { title: 'Difference', render: (row) => differenceOf(row, 'value'), as: 'figure' },
    { title: 'From', render: (row) => differenceOf(row, 'low'), as: 'figure' },
    { title: 'To', render: (row) => differenceOf(row, 'high'), as: 'figure' },
    ...(leavesOut
      ? [{ title: 'Left out', render: (row: WhoRow) => <LeftOut row={row} />, as: 'figure' as const }]
      : []),
  ]
}

function Named({ row, isLinked }: { readonly row: WhoRow; readonly isLinked: boolean }) {
  const { kind, name, value, version } = row
  const isFlag = kind === 'flag' || kind === 'version'
  return (
    <span className={classes.group}>
      {isFlag && isLinked && (
        <a href={routeHash({ view: 'flags', open: name })}>
          <Breakable text={name} />
        </a>
      )}
      {((isFlag && !isLinked) || kind === 'account') && <Breakable text={name} />}
      <span className={classes.value}>{value}</span>
      {version !== undefined && <span className={classes.version}>version {version}</span>}
    </span>
  )
}

/** People who were seen with several variations, or whose flag was replaced by hand. */
function LeftOut({ row: { mixed, overridden } }: { readonly row: WhoRow }) {
  const says = [
    ...(mixed > 0 ? [`${mixed.toLocaleString('en')} mixed`] : []),
    ...(overridden > 0 ? [`${overridden.toLocaleString('en')} overridden`] : []),
  ]
  return says.length > 0 ? says.join(', ') : null
}
