import type { FlagEngine } from './flagEngine.ts'

/** An engine that is made when it is first asked: of fifty contents a second, hardly any is. */
export function lazyEngine(make: () => Promise<FlagEngine>): FlagEngine {
  let making: Promise<FlagEngine> | undefined
  let made: FlagEngine | undefined
  let isClosed = false

  async function engine(): Promise<FlagEngine> {
    making ??= make()
    made = await making
    if (isClosed) made.close()
    return made
  }

  return {
    evaluate: async (context, how) => (await engine()).evaluate(context, how),
    // Whoever is asked for a hash has been evaluated before.
    isAllowed: (context, hash) => made?.isAllowed(context, hash) ?? false,
    close() {
      isClosed = true
      made?.close()
    },
  }
}
