import { readFile } from 'node:fs/promises'
import { applyEdits, modify } from 'jsonc-parser'
import { replaceFile } from '../files/replaceFile.ts'
import { readFlagsFile } from './flagsFile.ts'

export type Switched = 'written' | 'unchanged' | 'unknown flag' | 'broken file'

/** A flag's switch, in the environment with this client-side id, or in the first. */
export interface FlagSwitch {
  readonly key: string
  readonly environment?: string
  readonly on: boolean
}

/** Sets a flag's `on` in flags.json and counts its version up; the rest of the text stays as its author wrote it. */
export type SwitchFlag = (wanted: FlagSwitch) => Promise<Switched>

export function switchFlag(path: string): SwitchFlag {
  // One after the other: two writes from the same content would lose one of them.
  let last: Promise<unknown> = Promise.resolve()
  return (wanted) => {
    const mine = last.then(() => write(path, wanted))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function write(path: string, { key, environment, on }: FlagSwitch): Promise<Switched> {
  const text = await readFile(path, 'utf8')
  const file = readFlagsFile(text)
  if (file.outcome === 'invalid') return 'broken file'
  const { environments } = file.value
  const [first] = environments.keys()
  const id = environment ?? first ?? ''
  const flags = environments.get(id)?.flags ?? {}
  const flag = Object.hasOwn(flags, key) ? flags[key] : undefined
  if (flag === undefined) return 'unknown flag'
  if (flag.on === on) return 'unchanged'
  // Where there are several environments, a switch of one must not turn the others.
  const at = environments.size > 1 ? ['perEnvironment', id, 'flags', key] : ['flags', key]
  const turned = withValue(text, [...at, 'on'], on)
  await replaceFile(path, withValue(turned, [...at, 'version'], flag.version + 1))
  return 'written'
}

function withValue(text: string, path: string[], value: unknown): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }))
}
