/** Calls that come while one is under way wait for that one: what it does to all tabs need not be done again. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () => (underWay ??= act().finally(() => (underWay = undefined)))
}
