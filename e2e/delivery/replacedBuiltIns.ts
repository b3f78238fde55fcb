import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export interface Library {
  /** The end of a sentence that begins with "when". */
  readonly title: string
  /** What it does to a page, before any other script. */
  readonly before: () => void
  /** What the console then says of the stand-ins for vendors' scripts, which write lists as the page does. */
  readonly refuses?: RegExp
}

const require = createRequire(import.meta.url)
// The smaller file: a driver takes scripts as arguments, which may not be longer than 128 kB.
const zoneJs = readFileSync(require.resolve('zone.js').replace(/\.js$/, '.min.js'), 'utf8')

/** Libraries that replace parts of the language for the whole page. */
export const zone: Library = {
  title: 'zone.js, as Angular has it, replaces Promise',
  // Only its text goes to the page.
  before: new Function(zoneJs) as () => void,
}

export const prototype: Library = {
  title: 'Prototype.js replaces Array.from, and gives lists a toJSON',
  before: asPrototypeJs,
  refuses: /status of 400/,
}

/** What Prototype.js 1.6 does to lists and React bears: it also replaces `reduce`, with which React does not start. */
function asPrototypeJs() {
  const toText = (value: unknown) => JSON.stringify(value)
  const replaced = {
    toJSON(this: readonly unknown[]) {
      return `[${this.map(toText).join(', ')}]`
    },
    entries(this: readonly unknown[]) {
      return this.map((item) => item)
    },
  }
  Object.assign(Array.prototype, replaced)
  Array.from = (source?: unknown) => Array.prototype.slice.call(source ?? [])
}
