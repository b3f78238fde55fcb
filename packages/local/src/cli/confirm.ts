import { createInterface } from 'node:readline/promises'

/** Asks a yes-or-no question on the terminal. Only an answer that begins with `n` means no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(`${question} (Y/n) `).finally(() => lines.close())
  return !/^\s*n/i.test(answer)
}
