import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** npm installs no other version beside the collector. */
const { peerDependencies } = JSON.parse(read('../../package.json')) as { peerDependencies: Record<string, string> }
const PACKAGE = '@duckdb/node-api'

test.each([
  './duckdb.ts',
  '../../README.md',
  '../../image/Dockerfile',
  '../../../../docs/src/content/docs/guides/querying-events.md',
  '../../../../docs/src/content/docs/guides/parquet-files.md',
])('%s says to install the version of DuckDB that the collector needs', (path) => {
  const commands = read(path).match(/npm install[^`]*?@duckdb\/node-api[^\s'`]*/g) ?? []
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(command).toMatch(new RegExp(`${PACKAGE}@${peerDependencies[PACKAGE]}$`))
})
