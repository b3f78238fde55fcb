import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readRecord, writeRecord, writtenFile } from './initRecord.ts'
import type { Step } from './step.ts'

/** Writes the files of a plan. Each is recorded before it is written, so that an interrupted run can be undone. */
export async function applyInit(folder: string, steps: readonly Step[]): Promise<void> {
  const record = [...(await readRecord(folder))]
  for (const step of steps) {
    if (step.type === 'keep') continue
    record.push(writtenFile(step))
    await writeRecord(folder, record)
    await mkdir(dirname(join(folder, step.path)), { recursive: true })
    await writeFile(join(folder, step.path), step.text, { flag: step.type === 'create' ? 'wx' : 'w' })
  }
}
