import { onTestFinished } from 'vitest'

/** The process of Node.js, where uncaught errors arrive. The types of the sources do not include Node.js. */
declare const process: {
  listeners(event: string): ((error: unknown) => void)[]
  on(event: string, listener: (error: unknown) => void): void
  removeAllListeners(event: string): void
}

/** The errors that nothing catches until the test ends. They do not fail it. */
export function uncaughtErrors(): readonly unknown[] {
  const uncaught: unknown[] = []
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => uncaught.push(error))
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
  })
  return uncaught
}
