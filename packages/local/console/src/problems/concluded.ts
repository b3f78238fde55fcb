import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { ProblemRow } from './problemRows.ts'

/** What is concluded, and what it means. */
type Said = Pick<ProblemRow, 'app' | 'where' | 'message' | 'since' | 'pages'> & { readonly consequence: string }

/** A row for a problem that no page has reported. */
export const concluded = (said: Said): ProblemRow => ({
  ...said,
  key: JSON.stringify(['concluded', said.app, said.where, said.message]),
  ...{ code: undefined, help: undefined, status: 'warning', failing: undefined },
  ...{ at: said.since, endedAt: undefined, times: 1 },
})

export const pagesOf = (tabs: readonly TabConnection[]) => [...new Set(tabs.map(({ page }) => page))]
