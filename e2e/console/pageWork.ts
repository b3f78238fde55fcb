import type { Page } from '@playwright/test'

/** What the page did since the last call, in numbers that do not depend on the machine. */
export interface Work {
  /** Rows that React rendered: each one formats its time once. */
  readonly rowsDrawn: number
  /** Rows that were added to the document. */
  readonly rowsAdded: number
  /** Events that were prepared for searching: each is converted to lower case once. */
  readonly linesMade: number
}

/** The memory of the page after garbage collection. */
export interface Held {
  readonly nodes: number
  readonly listeners: number
  readonly heapBytes: number
}

interface Counting {
  counts: Record<keyof Work, number>
}

/** Counts from now on. Call this before the page is opened. */
export async function countWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts = { rowsDrawn: 0, rowsAdded: 0, linesMade: 0 }
    const { toISOString } = Date.prototype
    const { toLowerCase } = String.prototype
    Object.assign(Date.prototype, {
      toISOString(this: Date) {
        counts.rowsDrawn++
        return toISOString.call(this)
      },
    })
    Object.assign(String.prototype, {
      toLowerCase(this: string) {
        // Only lines are searchable. React also converts names of elements to lower case.
        if (this.includes('\n')) counts.linesMade++
        return toLowerCase.call(this)
      },
    })
    const isRow = (node: Node) => node instanceof Element && node.getAttribute('role') === 'option'
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) counts.rowsAdded += [...addedNodes].filter(isRow).length
    }).observe(document, { childList: true, subtree: true })
    Object.assign(window, { counting: { counts } })
  })
}

/** Runs `what`, waits for the next paint, and returns the work that it took. */
export async function workOf(page: Page, what: () => Promise<unknown>): Promise<Work> {
  const counts = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return { ...(window as unknown as { counting: Counting }).counting.counts }
    })
  const before = await counts()
  await what()
  const after = await counts()
  return {
    rowsDrawn: after.rowsDrawn - before.rowsDrawn,
    rowsAdded: after.rowsAdded - before.rowsAdded,
    linesMade: after.linesMade - before.linesMade,
  }
}

export async function heldBy(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return { nodes, listeners: jsEventListeners, heapBytes: usedSize }
}
