/**
 * In bytes of gzip; 1 kB is 1000 bytes. `first` is what a page needs before its first paint, `all` includes what it imports later.
 *
 * @typedef {{ first: number, all: number }} Size
 * @typedef {{ name: string, imports: string[], goal: Size, isGate?: boolean }} Row a change may not make the row of a gate larger
 */

/** How much a change may add to the row of a gate, in bytes: less is noise of the compression. */
const TOLERANCE = 200

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
  const lines = [`${''.padEnd(46)}${PARTS.map(heading).join(' ')}`]
  for (const { name, goal, isGate } of rows) {
    const size = now.get(name)
    if (!size) {
      problems.push(`${name}: an entry that it imports does not exist. Correct scripts/sizes.json.`)
      continue
    }
    const old = before.get(name)
    lines.push(
      `${name.padEnd(46)}${PARTS.map((part) => columns(size[part], goal[part], old?.[part])).join(' ')}`.trimEnd(),
    )
    for (const part of isGate && old ? PARTS : []) {
      const added = size[part] - (old?.[part] ?? 0)
      if (added <= TOLERANCE) continue
      const what = `${name}: ${part === 'first' ? 'before the first paint' : 'in all'} ${added} B more than main`
      if (reason) lines.push(`${what}, because ${reason}`)
      else problems.push(`${what}. Make it smaller, or give the reason in a commit: "Size-increase: <reason>".`)
    }
  }
  return { lines, problems }
}

const PARTS = /** @type {const} */ (['first', 'all'])

const heading = (/** @type {string} */ part) => `${`${part} kB`.padStart(9)}${'goal'.padStart(7)}${'± B'.padStart(7)}`

/** @param {number} bytes @param {number} goal @param {number} [old] */
function columns(bytes, goal, old) {
  const change = old === undefined ? '' : bytes === old ? '=' : `${bytes > old ? '+' : '−'}${Math.abs(bytes - old)}`
  return `${kB(bytes).padStart(9)}${kB(goal).padStart(7)}${change.padStart(7)}`
}

const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(2)
