/** How long to wait for what a browser does in a moment, in milliseconds: a busy machine is no failure. */
const PATIENCE_MS = 60_000
const BETWEEN_MS = 50

/** Asks again and again. An error counts as no: a page that is about to be replaced cannot answer. */
export async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  let last = 'The last answer was no.'
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(BETWEEN_MS)) {
    try {
      if (await isSo()) return
      last = 'The last answer was no.'
    } catch (error) {
      last = `The last answer was an error: ${String(error)}`
    }
  }
  throw new Error(`Timed out after ${PATIENCE_MS} ms: ${what}. ${last}`)
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
