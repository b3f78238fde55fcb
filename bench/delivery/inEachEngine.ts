import { engineNames, type EngineName } from 'stage/engines/engineNames'
import type { Engine } from 'stage/engines/engine'
import { startEngine } from 'stage/engines/startEngine'

export interface Column<Measured> {
  /** The engine's name and version. */
  readonly version: string
  readonly measured: Measured
}

/** Starts one engine after another, and measures in each. */
export async function inEachEngine<Measured>(
  names: readonly EngineName[],
  measure: (engine: Engine) => Promise<Measured>,
): Promise<Column<Measured>[]> {
  const columns: Column<Measured>[] = []
  for (const name of names) {
    const engine = await startEngine(name)
    columns.push({ version: engine.version, measured: await measure(engine) })
    await engine.close()
  }
  return columns
}

/** The engines that the command names: see run.mjs. */
export const chosenEngines = engineNames.filter((name) =>
  (process.env['BENCH_ENGINES'] ?? '').split(',').includes(name),
)

/** The names of the engines, as the heads of their columns. */
export const headOf = (columns: readonly Column<unknown>[]) =>
  columns.map(({ version }) => version.split(' ')[0]).join(' | ')

export const versionsOf = (columns: readonly Column<unknown>[]) => columns.map(({ version }) => version).join(', ')
