import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Step } from './step.ts'

/** Plans the changes to a project's files. Existing files are never overwritten. */
export interface FilePlanner {
  create(path: string, text: string): Promise<void>
  /** Leaves a file as it is. `reason` is a sentence. */
  keep(path: string, reason: string): void
  /** `change` returns the new text, or `undefined` if the file cannot be changed safely. */
  change(path: string, change: (before: string) => string | undefined): Promise<'changed' | 'same' | 'unsafe'>
  /** Adds those of the lines that the file does not have yet. */
  append(path: string, lines: readonly string[]): Promise<void>
  readonly steps: readonly Step[]
}

export function planFiles(folder: string): FilePlanner {
  const steps: Step[] = []
  const read = (path: string) => readFile(join(folder, path), 'utf8').catch(() => undefined)
  return {
    steps,
    async create(path, text) {
      const before = await read(path)
      if (before === undefined) steps.push({ type: 'create', path, text })
      else if (before !== text)
        steps.push({ type: 'keep', path, reason: 'It exists and differs from what init would write.' })
    },
    keep(path, reason) {
      steps.push({ type: 'keep', path, reason })
    },
    async change(path, change) {
      const before = await read(path)
      const text = before === undefined ? undefined : change(before)
      if (before === undefined || text === undefined) return 'unsafe'
      if (text === before) return 'same'
      steps.push({ type: 'change', path, before, text })
      return 'changed'
    },
    async append(path, lines) {
      const before = await read(path)
      const there = new Set(before?.split(/\r?\n/).map(withoutSlashes))
      const missing = lines.filter((line) => !there.has(withoutSlashes(line)))
      if (missing.length === 0) return
      const end = before?.includes('\r\n') ? '\r\n' : '\n'
      const text = missing.map((line) => line + end).join('')
      if (before === undefined) steps.push({ type: 'create', path, text })
      else steps.push({ type: 'change', path, before, text: before + (/[^\n]$/.test(before) ? end : '') + text })
    },
  }
}

/** Git ignores the same folder under `/dist`, `dist/` and `dist`. */
const withoutSlashes = (line: string) => line.trim().replace(/^\/|\/$/g, '')
