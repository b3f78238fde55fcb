import { closest } from '../cli/closest.ts'
import { parseEnv } from 'node:util'
import { levelValues, type LevelValue } from '../init/levelValues.ts'
import { findingsAbout, type Finding } from './finding.ts'

/** The services that an application in development should use. */
export interface ServicesOfApplication {
  readonly services: string
  /** The environments of the flag service. The first one is suggested. */
  readonly clientSideIds: readonly string[]
  readonly collector: string
  /** Whether something answers at an address. Present if the addresses were given, and may be the wrong ones themselves. */
  readonly answers?: (url: string) => Promise<boolean>
}

/** The files of variables for development, whose later ones come first. */
export const VARIABLE_FILES = ['.env.development', '.env.development.local'] as const
const FILE = VARIABLE_FILES[0]

/** The subject of these findings. */
export const ADDRESSES_OF_APPLICATION = 'the addresses in your application'

/**
 * Compares the variables that `telltale init` writes with the services that are checked. Other variables may be secret: they are
 * never shown.
 */
export async function checkVariables(
  files: Readonly<Partial<Record<string, string>>>,
  { services, clientSideIds, collector, answers }: ServicesOfApplication,
): Promise<Finding[]> {
  const { ok, wrong, skipped } = findingsAbout(ADDRESSES_OF_APPLICATION)
  if (VARIABLE_FILES.every((file) => files[file] === undefined))
    return [skipped(`There is no ${FILE} in this project.`)]
  const variables = new Map<string, { readonly value: string; readonly file: string }>()
  for (const file of VARIABLE_FILES)
    for (const [name, value = ''] of Object.entries(parseEnv(files[file] ?? ''))) variables.set(name, { value, file })
  const prefix = ['vite', 'next']
    .map((framework) => levelValues(framework as 'vite' | 'next').prefix)
    .find((start) => [...variables.keys()].some((name) => name.startsWith(start)))
  if (prefix === undefined) return [skipped(`${FILE} has no variables of Telltale.`)]

  const expected: Readonly<Partial<Record<LevelValue, readonly string[]>>> = {
    // Without the variable, the level is production.
    PROMOTION: variables.has(`${prefix}PROMOTION`) ? ['sandbox', 'staging', 'production'] : [],
    SERVICES: [services],
    CLIENT_SIDE_ID: clientSideIds,
    COLLECTOR: [collector],
  }
  const names = Object.keys(expected).map((value) => prefix + value)
  const values = Object.keys(expected).map((value) => value.toLowerCase())
  const problems: Finding[] = []
  for (const [name, { file }] of variables) {
    const meant =
      name.startsWith(prefix) && !names.includes(name) ? closest(name.slice(prefix.length), values) : undefined
    if (meant) problems.push(wrong(`${name} in ${file} has no effect. Did you mean ${prefix}${meant.toUpperCase()}?`))
  }
  for (const [value, possible] of Object.entries(expected)) {
    const name = prefix + value
    const found = variables.get(name)
    const [first] = possible
    if (first === undefined || (found && possible.map(comparable).includes(comparable(found.value)))) continue
    const state = found?.value ? `is ${found.value} in ${found.file}` : `is not set in ${FILE}`
    if (!answers || !found?.value || (value !== 'SERVICES' && value !== 'COLLECTOR')) {
      problems.push(wrong(`${name} ${state}. It should be ${first}.`))
      continue
    }
    const [own, given] = await Promise.all([answers(found.value), answers(first)])
    const which =
      own && given ? 'Both answer' : own || given ? `Only ${own ? found.value : first} answers` : 'Neither answers'
    problems.push((own && !given ? skipped : wrong)(`${name} ${state}, and this check asked ${first}. ${which}.`))
  }
  return problems.length > 0 ? problems : [ok(`${FILE} has those of these services.`)]
}

/** The local services answer at both names of this machine. A slash at the end is a difference: paths are appended. */
function comparable(value: string): string {
  return value.replace('//localhost', '//127.0.0.1')
}
