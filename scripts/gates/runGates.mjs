/**
 * @typedef {{ ok: boolean, output: string }} Verdict
 * @typedef {{ name: string, needs: readonly string[], run: () => Promise<Verdict> }} Gate
 */

/**
 * Runs gates side by side, each once those it needs are through; what needs a failed one is not run and counts as failed.
 *
 * @param {readonly Gate[]} gates
 * @param {{ atOnce: number, now: () => number, print: (text: string) => void, isVerbose?: boolean }} needs a gate that passes
 *   says what it has to say only when `isVerbose`
 * @returns {Promise<{ failed: string[] }>}
 */
export async function runGates(gates, { atOnce, now, print, isVerbose = false }) {
  const width = Math.max(...gates.map((gate) => gate.name.length))
  const waiting = [...gates]
  /** @type {Map<string, boolean>} */
  const ended = new Map()

  /** @param {Gate} gate @param {Verdict} verdict @param {string} time */
  const end = (gate, verdict, time) => {
    ended.set(gate.name, verdict.ok)
    print(`${verdict.ok ? 'ok    ' : 'FAILED'}  ${gate.name.padEnd(width)}  ${time}`)
    if ((!verdict.ok || isVerbose) && verdict.output.trim())
      print(`${indent(verdict.output.trimEnd().replace(/^(\s*\n)+/, ''))}\n`)
  }

  const worker = async () => {
    for (let gate = next(); gate; gate = next()) {
      const broken = gate.needs.find((name) => ended.get(name) === false)
      const began = now()
      if (broken) end(gate, { ok: false, output: `not run, because ${broken} failed` }, '')
      else end(gate, await verdictOf(gate), `${((now() - began) / 1000).toFixed(1)} s`)
      wake()
    }
  }

  /** The first gate whose needs have ended. */
  const next = () => {
    const index = waiting.findIndex((gate) => gate.needs.every((name) => ended.has(name)))
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  /** @type {Set<Promise<void>>} */
  const workers = new Set()
  const wake = () => {
    while (workers.size < atOnce && waiting.some((gate) => gate.needs.every((name) => ended.has(name)))) {
      const working = worker().finally(() => workers.delete(working))
      workers.add(working)
    }
  }
  wake()
  while (workers.size > 0) await Promise.race(workers)
  return { failed: gates.map((gate) => gate.name).filter((name) => ended.get(name) !== true) }
}

/** A gate that breaks has failed. @param {Gate} gate @returns {Promise<Verdict>} */
async function verdictOf(gate) {
  try {
    return await gate.run()
  } catch (error) {
    return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, '        ')
}
