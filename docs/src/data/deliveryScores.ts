/** What one library has delivered in the scenarios of the benchmark. */
export interface DeliveryScore {
  readonly library: string
  /** The scenarios in which all events arrived in the end. */
  readonly passed: number
  readonly scenarios: number
  /** The time of one call of `track` on the calling thread, in microseconds. */
  readonly callMicroseconds: number
}

/** How many calls the last column of the table is about. */
const CALLS = 200

/** Counts the scenarios of the table of `npm run bench -- delivery`. Of several runs of a library the worst one counts. */
export function deliveryScores(section: string): readonly DeliveryScore[] {
  const rows = section.split('\n').filter((line) => /^\| [A-Z]/.test(line))
  const scores = new Map<string, DeliveryScore>()
  for (const row of rows) {
    const [name = '', ...cells] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const library = name.replace(/, run \d+$/, '')
    const results = cells.slice(0, -1)
    const passed = results.filter(isComplete).length
    const callMicroseconds = Math.round((Number(cells.at(-1)) * 1000) / CALLS)
    const before = scores.get(library)
    scores.set(library, {
      library,
      passed: Math.min(passed, before?.passed ?? passed),
      scenarios: results.length,
      callMicroseconds: Math.max(callMicroseconds, before?.callMicroseconds ?? 0),
    })
  }
  if (scores.size === 0) throw new Error('The table of the bench `delivery` has no rows.')
  return [...scores.values()]
}

/** A cell is the count before the next visit, then the count in the end, of how many: `0 → 20/20`. */
function isComplete(cell: string): boolean {
  const [, arrived, tracked] = /(\d+)\/(\d+)/.exec(cell.replaceAll('*', '')) ?? []
  return arrived !== undefined && arrived === tracked
}

/** The command and the day that a section of the results names. */
export function measuredBy(section: string): string {
  const [, command, day] = /`(npm run [^`]+)`, (\d{4}-\d\d-\d\d)/.exec(section) ?? []
  if (!command || !day) throw new Error('A section of the results names its command and its day.')
  return `\`${command}\`, ${day}`
}
