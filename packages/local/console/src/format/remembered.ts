/** A function that remembers what it has made of an object, for as long as there is the object. */
export interface Remembered<Given extends object, Made> {
  (given: Given): Made
  knows(given: Given): boolean
}

export function remembered<Given extends object, Made>(make: (given: Given) => Made): Remembered<Given, Made> {
  const known = new WeakMap<Given, { readonly made: Made }>()
  const madeOf = (given: Given) => {
    const entry = known.get(given) ?? { made: make(given) }
    known.set(given, entry)
    return entry.made
  }
  return Object.assign(madeOf, { knows: (given: Given) => known.has(given) })
}
