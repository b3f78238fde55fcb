import type { Host } from '../core/host.ts'
import type { DestinationPart } from './destination.ts'

/** Throws a sentence where two have one name: they would share their tasks, and one would get nothing. */
export function startDestinations(parts: readonly DestinationPart[], host: Host): ReturnType<DestinationPart>[] {
  const running = parts.map((start) => start(host))
  const names = running.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return running
  for (const destination of running) destination.stop()
  throw new Error(`Telltale cannot start. Two destinations are called "${twice}": give one of them another name.`)
}
