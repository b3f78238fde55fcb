import { expect, type BrowserContext, type ConsoleMessage } from '@playwright/test'

/** Messages that the pages of a test write to the browser's console. They fail the test unless it expects them. */
export interface Complaints {
  /** Each of these is written at least once, at any time: the browser may write it long after its cause. */
  expect(...patterns: readonly RegExp[]): void
  /** These may be written, but do not have to be. */
  allow(...patterns: readonly RegExp[]): void
}

/** Listens to the pages of a context during a test, and checks their messages. `isComplaint` selects the messages that count. */
export async function judgeComplaints(
  context: BrowserContext,
  isComplaint: (message: ConsoleMessage) => boolean,
  runTest: (complaints: Complaints) => Promise<void>,
): Promise<void> {
  const written: string[] = []
  const expected: RegExp[] = []
  const allowed: RegExp[] = []
  context.on('console', (message) => {
    if (isComplaint(message)) written.push(message.text())
  })
  context.on('weberror', (webError) => written.push(webError.error().message))
  await runTest({
    expect: (...patterns) => void expected.push(...patterns),
    allow: (...patterns) => void allowed.push(...patterns),
  })
  for (const pattern of expected)
    await expect.poll(() => written, 'this is written to the console').toContainEqual(expect.stringMatching(pattern))
  const unexpected = written.filter((text) => ![...expected, ...allowed].some((pattern) => pattern.test(text)))
  expect(unexpected, 'nothing else is written to the console').toEqual([])
}
