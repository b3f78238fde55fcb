/**
 * @typedef {import('./buildSteps.mjs').BuildStep} BuildStep
 * @typedef {{ key: string, types: boolean, outputs: string[] }} Stamp what a step left behind when it last succeeded
 * @typedef {{ keyOf: (step: BuildStep) => string, stampOf: (step: BuildStep) => Stamp | undefined, exists: (path: string) => boolean }} Facts
 */

/**
 * Decides what has to be built anew: what changed, what lost a file of its output, and what comes after such a step.
 *
 * @param {readonly BuildStep[]} steps every step after those it needs
 * @param {{ types: boolean }} wanted
 * @param {Facts} facts
 * @returns {BuildStep[]}
 */
export function staleSteps(steps, { types }, { keyOf, stampOf, exists }) {
  /** @type {BuildStep[]} */
  const stale = []
  for (const step of steps) {
    const stamp = stampOf(step)
    const isFresh =
      stamp !== undefined &&
      stamp.key === keyOf(step) &&
      (stamp.types || !types || !hasTypes(step)) &&
      stamp.outputs.every(exists) &&
      !step.needs.some((name) => stale.some((other) => other.name === name))
    if (!isFresh) stale.push(step)
  }
  return stale
}

/** @param {BuildStep} step */
function hasTypes({ command, commandWithTypes }) {
  return command.join(' ') !== commandWithTypes.join(' ')
}
