/**
 * @typedef {{ entries: Record<string, number>, combinations: { name: string, entries: string[], budget: number }[] }} Budgets bytes
 * @typedef {{ minified: number, gzip: number }} Size
 * @typedef {{ name: string, entries: string[], budget: number | undefined }} Subject
 */

/**
 * What is to be measured: every public entry, then every combination.
 *
 * @param {readonly string[]} entries
 * @param {Budgets} budgets
 * @returns {{ subjects: Subject[], problems: string[] }}
 */
export function subjectsOf(entries, budgets) {
  const single = entries.map((name) => ({ name, entries: [name], budget: budgets.entries[name] }))
  const combined = budgets.combinations.flatMap((one) => one.entries.map((entry) => entry.replace(/#.*/, '')))
  const gone = [...Object.keys(budgets.entries), ...combined].filter((name) => !entries.includes(name))
  return {
    subjects: [...single, ...budgets.combinations],
    problems: [...new Set(gone)].map(
      (name) => `${name} is no entry of the library any more: take it out of sizes.json.`,
    ),
  }
}

/**
 * @param {readonly { subject: Subject, size: Size }[]} measured
 * @returns {{ table: string[], problems: string[] }}
 */
export function judgeSizes(measured) {
  const rows = measured.map(({ subject, size }) => [
    subject.name,
    kilobytes(size.minified),
    kilobytes(size.gzip),
    subject.budget === undefined ? 'none' : kilobytes(subject.budget),
    subject.budget === undefined ? '' : `${Math.round((size.gzip / subject.budget) * 100)} %`,
  ])
  const problems = measured.flatMap(({ subject: { name, budget }, size: { gzip } }) => {
    if (budget === undefined) return [`${name} has no budget: give it one in scripts/sizes.json.`]
    return gzip > budget ? [`${name} is ${gzip - budget} bytes over its budget.`] : []
  })
  return { table: inColumns([['', 'minified', 'gzip', 'budget', 'used'], ...rows]), problems }
}

/** 1 kB is 1000 bytes. @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(2)} kB`
}

/** The first column to the left, numbers to the right. @param {readonly string[][]} rows */
function inColumns(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
