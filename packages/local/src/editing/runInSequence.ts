/** Runs the given functions one after the other. Of two concurrent writes based on the same content, one would be lost. */
export function runInSequence(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
