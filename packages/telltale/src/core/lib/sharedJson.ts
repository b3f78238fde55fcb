import { byteLength } from './byteLength.ts'
import { writeJson } from './json.ts'

interface Written {
  readonly text: string
  readonly bytes: number
}

const written = new WeakMap<object, Written>()

/** The JSON of an object that never changes and that many events share, such as their flags. It is written and counted once. */
export function sharedJson(shared: object): Written {
  const known = written.get(shared)
  if (known) return known
  const text = writeJson(shared)
  const all = { text, bytes: byteLength(text) }
  written.set(shared, all)
  return all
}
