/** The same JSON: by value, whatever the order of an object's keys, and however deeply it is nested. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  // Pairs rather than recursion: what a server sends may be nested more deeply than the stack allows.
  const pairs = [[a, b]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair as [Record<string, unknown>, Record<string, unknown>]
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false
    const keys = Object.keys(left)
    if (Array.isArray(left) !== Array.isArray(right) || keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      pairs.push([left[key], right[key]])
    }
  }
  return true
}
