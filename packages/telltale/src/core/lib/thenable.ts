/** A page may have replaced `Promise`, and the promises of libraries may be of their own class. */
export const isThenable = (given: unknown): given is PromiseLike<unknown> =>
  typeof (given as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'
