/** Those with the same key are together. */
export function grouped<One>(all: readonly One[], keyOf: (one: One) => string): readonly (readonly [One, ...One[]])[] {
  const groups = new Map<string, [One, ...One[]]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}
