import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Step } from './step.ts'

/** What `telltale init` wrote to one file, so that it can be undone. For a changed file, only the part that it replaced. */
export type WrittenFile = { readonly path: string; readonly digest: string } & (
  | { readonly type: 'create' }
  | {
      readonly type: 'change'
      readonly offset: number
      /** The new text, and the text that it replaced. */
      readonly inserted: string
      readonly removed: string
    }
)

const FOLDER = '.telltale'
const FILE = 'init.json'

export async function readRecord(folder: string): Promise<readonly WrittenFile[]> {
  const text = await readFile(join(folder, FOLDER, FILE), 'utf8').catch(() => '[]')
  return JSON.parse(text) as readonly WrittenFile[]
}

/** Stores the record in the folder that git ignores. An empty record is removed. */
export async function writeRecord(folder: string, record: readonly WrittenFile[]): Promise<void> {
  const file = join(folder, FOLDER, FILE)
  if (record.length === 0) return rm(file, { force: true })
  await mkdir(join(folder, FOLDER), { recursive: true })
  await writeFile(join(folder, FOLDER, '.gitignore'), '*\n')
  await writeFile(file, `${JSON.stringify(record, null, 2)}\n`)
}

export function writtenFile(step: Exclude<Step, { type: 'keep' }>): WrittenFile {
  const { path, text } = step
  if (step.type === 'create') return { type: 'create', path, digest: digest(text) }
  const { before } = step
  const shorter = Math.min(before.length, text.length)
  let [start, end] = [0, 0]
  while (start < shorter && before[start] === text[start]) start++
  while (end < shorter - start && before.at(-1 - end) === text.at(-1 - end)) end++
  const removed = before.slice(start, before.length - end)
  const inserted = text.slice(start, text.length - end)
  return { type: 'change', path, digest: digest(text), offset: start, inserted, removed }
}

/** The digest of a file's text, to find out whether it has changed since it was written. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
