/**
 * In bytes of gzip; 1 kB is 1000 bytes. `first` is what a page needs before its first paint, `all` includes what it imports later.
 *
 * @typedef {{ first: number, all: number }} Size
 * @typedef {Size & { name: string, imports: string[], isGate?: boolean }} Row with its goals; a change may not make the row of a gate larger
 */

/** How much a change may add to the row of a gate, in bytes: less is noise of the compression. */
const TOLERANCE = 200

/** @type {readonly (readonly [part: keyof Size, what: string])[]} */
const PARTS = [
  ['first', 'before the first paint'],
  ['all', 'in all'],
]

/**
 * The table of sizes, and which increases must not go in.
 *
 * @param {readonly Row[]} rows
 * @param {{ now: Map<string, Size>, before: Map<string, Size>, reason: string }} measured `before` is main; `reason` says why the change
 *   is allowed to be larger, as one of its commits states it
 * @returns {{ lines: string[], problems: string[] }}
 */
export function judgeSizes(rows, { now, before, reason }) {
  const problems = []
  const lines = [`${''.padEnd(38)}${PARTS.map(([part]) => cells(`${part} kB`, 'goal', '± B')).join('')}`]
  for (const { name, isGate, ...goal } of rows) {
    const size = now.get(name)
    if (!size) {
      problems.push(`${name}: an entry that it imports does not exist. Correct scripts/sizes.json.`)
      continue
    }
    let line = name.padEnd(38)
    for (const [part, what] of PARTS) {
      const added = size[part] - (before.get(name)?.[part] ?? size[part])
      line += cells(kB(size[part]), kB(goal[part]), before.has(name) ? `${added > 0 ? '+' : ''}${added}` : '')
      if (!isGate || added <= TOLERANCE) continue
      const sentence = `${name}: ${what} ${added} B more than main`
      if (reason) lines.push(`${sentence}, because ${reason}`)
      else problems.push(`${sentence}. Make it smaller, or give the reason in a commit: "Size-increase: <reason>".`)
    }
    lines.push(line.trimEnd())
  }
  return { lines, problems }
}

const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(2)

const cells = (/** @type {string[]} */ ...texts) => texts.map((text) => text.padStart(9)).join('')
