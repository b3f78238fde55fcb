import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { OptionCase, Run } from './optionCase.ts'

const LONG = { events: [{ properties: { text: 'x'.repeat(3000) } }] }
const SMALL = ['--max-batch-bytes', '2000', '--max-stored-bytes', '2000']
/** Shorter than the five seconds that the store may take by default, in milliseconds. */
const AT_ONCE_MS = 3000

/** Options that limit what a page may send, and how long the store may take. */
export const LIMIT_CASES: readonly OptionCase[] = [
  { ...{ name: 'max-batch-bytes', value: 2000, expects: expectTooLarge } },
  { ...{ name: 'max-stored-bytes', value: 2000, expects: expectTooLarge } },
  {
    ...{ name: 'max-batch-events', value: 2 },
    async expects({ collector, sender }) {
      expect((await sender.send(collector.port(), { count: 2 })).status).toBe(202)
      expect((await sender.send(collector.port(), { count: 3 })).status).toBe(413)
    },
  },
  {
    ...{ name: 'max-waiting-bytes', value: 8000, beside: SMALL },
    expects: (run) =>
      whileLocked(run, async ({ collector, sender }) => {
        const events = [{ properties: { text: 'x'.repeat(1000) } }]
        const answers = [1, 2, 3, 4, 5, 6].map(() => sender.send(collector.port(), { events }))
        expect([429, 503]).toContain((await Promise.race(answers)).status)
        return answers
      }),
  },
  {
    ...{ name: 'store-timeout-ms', value: 500 },
    expects: (run) =>
      whileLocked(run, async ({ collector, sender }) => {
        const answer = sender.send(collector.port())
        expect((await answer).status).toBe(503)
        return [answer]
      }),
  },
]

async function expectTooLarge({ collector, sender }: Run): Promise<void> {
  expect((await sender.send(collector.port(), { count: 1 })).status).toBe(202)
  expect((await sender.send(collector.port(), LONG)).status).toBe(413)
}

/** Another program writes to the file meanwhile, so that batches wait. What is expected has to happen at once. */
async function whileLocked(run: Run, expects: (run: Run) => Promise<readonly Promise<unknown>[]>): Promise<void> {
  // The store is open when it has taken a batch.
  await expect.poll(async () => (await run.sender.send(run.collector.port(), { count: 1 })).status).toBe(202)
  const program = spawn('sqlite3', [run.file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(program, 'close')
  try {
    program.stdin.write(".timeout 5000\nBEGIN IMMEDIATE;\nSELECT 'locked';\n")
    await once(program.stdout, 'data')
    const begun = performance.now()
    const answers = await expects(run)
    expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS)
    program.stdin.end()
    await Promise.all(answers)
  } finally {
    program.stdin.end()
    await ended
  }
}
