/** Something of the language that Prototype.js 1.6 replaces: its holder, its name, and the replacement. */
type Replaced = readonly [holder: object, name: string, replacement: (this: never, ...args: never[]) => unknown]

const REPLACED: readonly Replaced[] = [
  [Array.prototype, 'toJSON', asText],
  // Without arguments: returns the only item of a list of one.
  [Array.prototype, 'reduce', onlyItem],
  // A list, where the language has an iterator.
  [Array.prototype, 'entries', copy],
  // Neither a map nor an iterator has a length.
  [Array, 'from', (source: ArrayLike<unknown> | undefined) => copy.call(source ?? [])],
]

/** Replaces parts of the language as Prototype.js 1.6 does, until the returned function is called. */
export function replaceBuiltIns(): () => void {
  const before = REPLACED.map(([holder, name]) => Object.getOwnPropertyDescriptor(holder, name))
  // Assigned, as the library does: what is new is enumerable then, in every list.
  for (const [holder, name, replacement] of REPLACED) Reflect.set(holder, name, replacement)
  return () =>
    REPLACED.forEach(([holder, name], index) => {
      const descriptor = before[index]
      if (descriptor) Object.defineProperty(holder, name, descriptor)
      else Reflect.deleteProperty(holder, name)
    })
}

function asText(this: readonly unknown[]): string {
  return `[${this.map((item) => JSON.stringify(item)).join(', ')}]`
}

function onlyItem(this: readonly unknown[]): unknown {
  return this.length > 1 ? this : this[0]
}

function copy(this: ArrayLike<unknown>): unknown[] {
  const items: unknown[] = []
  for (let index = 0; index < this.length; index += 1) items.push(this[index])
  return items
}
