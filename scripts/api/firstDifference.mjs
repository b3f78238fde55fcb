/** How many lines are shown of each. */
const SHOWN = 12

/**
 * The lines in which two texts differ, from the first to the last of them.
 *
 * @param {string} before
 * @param {string} after
 * @returns {string | undefined} undefined when they are the same
 */
export function firstDifference(before, after) {
  if (before === after) return undefined
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    `  line ${start + 1}:`,
    ...shown('-', old.slice(start, old.length - end)),
    ...shown('+', now.slice(start, now.length - end)),
  ].join('\n')
}

/** @param {string} sign @param {string[]} lines */
function shown(sign, lines) {
  const rest = lines.length - SHOWN
  const more = rest > 0 ? [`  ${sign} … and ${rest} more lines`] : []
  return [...lines.slice(0, SHOWN).map((line) => `  ${sign} ${line}`), ...more]
}
