/** How many lines are shown. */
const SHOWN = 40

/**
 * The lines in which two texts differ, with the number that a line has, or would have, in the second.
 *
 * @param {string} before
 * @param {string} after
 * @returns {string | undefined} undefined when they are the same
 */
export function differences(before, after) {
  if (before === after) return undefined
  const [old, now] = [before.split('\n'), after.split('\n')]
  const kept = lengthsKept(old, now)
  const lines = []
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++
      j++
    } else if (i < old.length && (j === now.length || at(kept, i + 1, j) >= at(kept, i, j + 1))) {
      lines.push(`${String(j + 1).padStart(6)} - ${old[i++]}`)
    } else {
      lines.push(`${String(j + 1).padStart(6)} + ${now[j++]}`)
    }
  }
  const rest = lines.length - SHOWN
  return [...lines.slice(0, SHOWN), ...(rest > 0 ? [`       … and ${rest} more lines`] : [])].join('\n')
}

/**
 * How many lines can be kept from each pair of positions to the ends: the table of the longest common subsequence.
 *
 * @param {readonly string[]} old
 * @param {readonly string[]} now
 */
function lengthsKept(old, now) {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--) {
    const row = table[i] ?? []
    for (let j = now.length - 1; j >= 0; j--)
      row[j] = old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
  }
  return table
}

/** @param {readonly Uint16Array[]} table @param {number} i @param {number} j */
function at(table, i, j) {
  return table[i]?.[j] ?? 0
}
