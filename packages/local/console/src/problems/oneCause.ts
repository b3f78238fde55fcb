import { grouped } from '../format/grouped.ts'
import { countText } from '../format/countText.ts'
import { concluded } from './concluded.ts'
import { isOpen, type ProblemRow } from './problemRows.ts'

/** Messages that blocked requests may cause: no answer, a script that does not load, a stream that ends, events that fail. */
const BLOCKED: ReadonlySet<string> = new Set(['T67', 'T78', 'T94', 'T100', 'T149'])
/** The minimum number of messages, about at least two parts, that are taken to have one cause. */
const MANY = 3

/** Merges the rows of an application that blocked requests may cause. Its page is not offline: it reaches the console. */
export function oneCause(rows: readonly ProblemRow[]): readonly ProblemRow[] {
  const blocked = rows.filter((row) => isOpen(row) && row.code !== undefined && BLOCKED.has(row.code))
  const together = grouped(blocked, ({ app }) => app).filter(
    (own) => own.length >= MANY && new Set(own.map(({ where }) => where)).size > 1,
  )
  const merged = new Set<ProblemRow>(together.flat())
  return [...rows.filter((row) => !merged.has(row)), ...together.map(rowOf)]
}

function rowOf(own: readonly [ProblemRow, ...ProblemRow[]]): ProblemRow {
  const [{ app }] = own
  const names = [...new Set(own.map(({ where }) => where))]
  return {
    ...concluded({
      ...{ app, where: 'requests', since: Math.min(...own.map(({ since }) => since)) },
      pages: [...new Set(own.flatMap(({ pages }) => pages))],
      message: `something blocks requests of this page: a blocker, a proxy, or a rule of the network`,
      consequence: `${countText(own.length, 'message')} of ${names.join(', ')} have this cause. Turn off the blocker for this page, or try another browser.`,
    }),
    status: own.some(({ status }) => status === 'error') ? 'error' : 'warning',
    at: Math.max(...own.map(({ at }) => at)),
    causes: own,
  }
}
