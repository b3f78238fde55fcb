import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { levelValues } from './levelValues.ts'
import type { Framework } from './framework.ts'

/** The texts of files with environment variables, by name. */
export type VariableFiles = Readonly<Partial<Record<string, string>>>

/** A variable, and the file whose value is used. */
export interface Variable {
  readonly value: string
  readonly file: string
}

/** The files with environment variables in a folder. */
export async function readVariableFiles(folder: string): Promise<VariableFiles> {
  const texts = levelValues('vite').files.map(
    async (file) => [file, await readFile(join(folder, file), 'utf8').catch(() => undefined)] as const,
  )
  return Object.fromEntries((await Promise.all(texts)).filter(([, text]) => text !== undefined))
}

/** The variables as a framework reads them in development. */
export function variablesOf(files: VariableFiles, framework: Framework): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>()
  for (const file of [...levelValues(framework).files].reverse())
    for (const [name, value = ''] of Object.entries(parseEnv(files[file] ?? ''))) variables.set(name, { value, file })
  return variables
}

/** The framework whose variables of Telltale these files have. */
export function frameworkOf(files: VariableFiles): 'vite' | 'next' | undefined {
  const names = Object.values(files).flatMap((text) => Object.keys(parseEnv(text ?? '')))
  return (['vite', 'next'] as const).find((framework) =>
    names.some((name) => name.startsWith(levelValues(framework).prefix)),
  )
}
