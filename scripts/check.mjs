import { cpus } from 'node:os'
import { ensureInstalled } from './ensureInstalled.mjs'

await ensureInstalled()
const { gates } = await import('./gates/gates.mjs')
const { runGates } = await import('./gates/runGates.mjs')

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !gates.some((gate) => gate.name === name))
if (unknown.length > 0) {
  console.error(`There is no gate ${unknown.join(', ')}. There are: ${gates.map((gate) => gate.name).join(', ')}.`)
  process.exit(1)
}

const needed = new Set(gates.filter((gate) => wanted.includes(gate.name)).flatMap((gate) => [gate.name, ...gate.needs]))
const chosen = wanted.length > 0 ? gates.filter((gate) => needed.has(gate.name)) : gates
const { failed } = await runGates(chosen, {
  atOnce: Math.min(4, Math.max(2, cpus().length)),
  now: Date.now,
  print: console.log,
  // Whoever asks for one gate wants to read what it says.
  isVerbose: wanted.length > 0,
})
const names = failed.length > 0 ? `: ${failed.join(', ')}` : ''
console.log(`Gates: ${chosen.length - failed.length} passed, ${failed.length} failed${names}`)
process.exitCode = failed.length > 0 ? 1 : 0
