import { readFile } from 'node:fs/promises'
import { applyEdits, modify } from 'jsonc-parser'
import { replaceFile } from '../files/replaceFile.ts'
import { readFlagsFile } from './flagsFile.ts'

export type Switched = 'written' | 'unchanged' | 'unknown flag' | 'broken file'

/** Sets a flag's `on` in flags.json and counts its version up; the rest of the text stays as its author wrote it. */
export type SwitchFlag = (key: string, on: boolean) => Promise<Switched>

export function switchFlag(path: string): SwitchFlag {
  // One after the other: two writes from the same content would lose one of them.
  let last: Promise<unknown> = Promise.resolve()
  return (key, on) => {
    const mine = last.then(() => write(path, key, on))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function write(path: string, key: string, on: boolean): Promise<Switched> {
  const text = await readFile(path, 'utf8')
  const file = readFlagsFile(text)
  if (file.outcome === 'invalid') return 'broken file'
  const flag = Object.hasOwn(file.value.flags, key) ? file.value.flags[key] : undefined
  if (flag === undefined) return 'unknown flag'
  if (flag.on === on) return 'unchanged'
  await replaceFile(
    path,
    withValue(withValue(text, ['flags', key, 'on'], on), ['flags', key, 'version'], flag.version + 1),
  )
  return 'written'
}

function withValue(text: string, path: string[], value: unknown): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }))
}
