import type { AttackResult } from './attackRun.ts'

/** The results as the table of a document. */
export function attackTable(results: readonly AttackResult[]): string {
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
  return [heads, heads.map(() => '-'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const firstLine = (text: string) => text.split('\n')[0]?.replaceAll('|', '/').slice(0, 160)
