/** How long to wait for what a browser does in a moment, in milliseconds: a busy machine is no failure. */
const PATIENCE_MS = 60_000
const BETWEEN_MS = 50

/** Asks again and again. An error counts as no: a page that is about to be replaced cannot answer. */
export async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(BETWEEN_MS)) {
    if (await askedSafely(isSo)) return
  }
  throw new Error(`Timed out after ${PATIENCE_MS} ms: ${what}.`)
}

async function askedSafely(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await isSo()
  } catch {
    return false
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
