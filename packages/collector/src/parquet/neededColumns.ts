import { type Duckdb, openDuckdb } from './duckdb.ts'

/** As far as they do not say which columns are read, they would find out that the table is empty. */
const NOT_NOW =
  'filter_pushdown,statistics_propagation,empty_result_pullup,late_materialization,top_n_window_elimination'

interface PlanNode {
  readonly children?: readonly PlanNode[]
  readonly extra_info?: { readonly Table?: string; readonly Projections?: string | readonly string[] }
}

/**
 * The columns of `recent` that the query reads, as DuckDB plans it over an empty table. `undefined` if that cannot be said: the query then gets
 * all of them, and its own error.
 *
 * @param prepare - makes the tables and views
 */
export async function neededColumns(
  sql: string,
  prepare: (db: Duckdb) => Promise<void>,
): Promise<ReadonlySet<string> | undefined> {
  const db = await openDuckdb()
  try {
    await db.run(`set disabled_optimizers = '${NOT_NOW}'`)
    await prepare(db)
    const statements = await db.connection.extractStatements(sql)
    if (statements.count !== 1) return undefined
    const { statementType } = await statements.prepare(0)
    if (statementType !== db.package.StatementType.SELECT) return undefined
    const plan = await db.connection.runAndReadAll(`explain (format json) ${sql}`)
    return columnsIn(JSON.parse(String(plan.getRowsJS()[0]?.[1])) as readonly PlanNode[])
  } catch {
    return undefined
  } finally {
    db.close()
  }
}

function columnsIn(plan: readonly PlanNode[]): ReadonlySet<string> | undefined {
  const columns = new Set<string>()
  const nodes = [...plan]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    nodes.push(...(node.children ?? []))
    const { Table: table, Projections: projections } = node.extra_info ?? {}
    if (table === undefined || !table.endsWith('.recent')) continue
    if (projections === undefined) return undefined
    for (const name of [projections].flat()) if (name !== '') columns.add(name)
  }
  return columns
}
