const TURN_MS = 5

/** Resolves when the condition is true, or after `ms` milliseconds of real time. Returns whether it is true. */
export async function until(isTrue: () => boolean, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms && !isTrue(); waited += TURN_MS) {
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
  return isTrue()
}
