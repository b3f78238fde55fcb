import { readFile } from 'node:fs/promises'
import { type Plan, readPlan } from '../plan/plan.ts'

/** Reads the plan in a file. */
export async function planIn(file: string): Promise<Plan> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The plan ${file} cannot be read: ${error.code}.`)
  })
  return readPlan(text, file)
}
