import { runInNewContext } from 'node:vm'

type Run<Value> = () => Promise<Value>

class Subclass<Value> extends Promise<Value> {}

/** Of another realm: no instance of this one's `Promise`, as the browser's own promises are none of zone.js’s. */
const Other = runInNewContext('Promise') as PromiseConstructor

/** The classes of promises that a page may have: a title, and what makes one of what an async function returns. */
export const promiseClasses: readonly [string, <Value>(run: Run<Value>) => PromiseLike<Value>][] = [
  ['the browser’s own promise', (run) => run()],
  ['a subclass of it', (run) => Subclass.resolve(run())],
  ['a promise of another class', (run) => Other.resolve(run())],
]
