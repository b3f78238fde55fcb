/** Runs tasks one after another, in the order of their coming, whatever becomes of each. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return (task: () => Promise<unknown>) => {
    last = last.then(task).catch(() => {})
  }
}
