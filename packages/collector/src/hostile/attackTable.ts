import type { AttackResult } from './attackRun.ts'

/** Attacks that no collector was exposed to, and the store that it would have had. */
export interface NotRun {
  readonly store: string
  readonly kinds: readonly string[]
  readonly why: string
}

/** The results as the table of a document. */
export function attackTable(results: readonly AttackResult[], notRun: readonly NotRun[] = []): string {
  const heads = [
    'attack',
    'store',
    'batches of the page',
    'slowest in ms',
    'of operators',
    'machine busy',
    'MB',
    'verdict',
  ]
  const rows = results.map(({ problems, ...one }) => [
    ...[one.kind, one.store, one.batches, one.slowestMs, one.slowestOperatorMs, one.busyMs, one.highestMegabytes],
    problems.length === 0 ? 'green' : `red: ${firstLine(problems[0] ?? '')}`,
  ])
  const others = notRun.flatMap(({ store, kinds, why }) =>
    kinds.map((kind) => [kind, store, ...heads.slice(3).map(() => ''), `not run: ${firstLine(why)}`]),
  )
  return [heads, heads.map(() => '-'), ...rows, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const firstLine = (text: string) => text.split('\n')[0]?.replaceAll('|', '/').slice(0, 160)
