/** Rejects after `ms` milliseconds, whatever `work` does. */
export async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new Error(`The store has not answered within ${ms} milliseconds.`)
      controller.abort(error)
      reject(error)
    }, ms)
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
