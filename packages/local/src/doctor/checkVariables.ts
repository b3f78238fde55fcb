import { closest } from '../text/closest.ts'
import { levelValues, type LevelValue } from '../project/levelValues.ts'
import { frameworkOf, variablesOf, type VariableFiles } from '../project/variables.ts'
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

/** The subject of these findings. */
export const ADDRESSES_OF_APPLICATION = 'the addresses in your application'

/**
 * Compares the variables that `telltale init` writes with the services that are checked. Other variables may be secret: they are
 * never shown.
 */
export async function checkVariables(
  files: VariableFiles,
  { services, clientSideIds, collector, answers }: ServicesOfApplication,
): Promise<Finding[]> {
  const { ok, wrong, hint, skipped } = findingsAbout(ADDRESSES_OF_APPLICATION)
  if (Object.keys(files).length === 0)
    return [skipped('There is no file of environment variables, such as .env.development, in this project.')]
  const framework = frameworkOf(files)
  if (framework === undefined)
    return [skipped(`There is no variable of Telltale in ${listed(Object.keys(files), 'disjunction')}.`)]
  const { prefix, files: order } = levelValues(framework)
  const variables = variablesOf(files, framework)
  const own = [...variables].filter(([name]) => name.startsWith(prefix))
  const sources = order.filter((file) => own.some(([, variable]) => variable.file === file))
  // The guides read only the address of the services from a variable. `telltale init` writes them all.
  const isOfGuide = own.every(([name]) => name === `${prefix}SERVICES`)

  const expected: Readonly<Partial<Record<LevelValue, readonly string[]>>> = {
    // Without the variable, the level is production.
    PROMOTION: variables.has(`${prefix}PROMOTION`) ? ['sandbox', 'staging', 'production'] : [],
    SERVICES: [services],
    CLIENT_SIDE_ID: isOfGuide ? [] : clientSideIds,
    COLLECTOR: isOfGuide ? [] : [collector],
  }
  const names = Object.keys(expected).map((value) => prefix + value)
  const values = Object.keys(expected).map((value) => value.toLowerCase())
  const problems: Finding[] = []
  for (const [name, { file }] of own) {
    const meant = names.includes(name) ? undefined : closest(name.slice(prefix.length), values)
    if (meant) problems.push(wrong(`${name} in ${file} has no effect. Did you mean ${prefix}${meant.toUpperCase()}?`))
  }
  for (const [value, possible] of Object.entries(expected)) {
    const name = prefix + value
    const found = variables.get(name)
    const [first] = possible
    if (first === undefined || (found && possible.map(comparable).includes(comparable(found.value)))) continue
    const state = found?.value
      ? `is ${found.value} in ${found.file}`
      : `is not set in ${listed(sources, 'disjunction')}`
    if (!answers || !found?.value || (value !== 'SERVICES' && value !== 'COLLECTOR')) {
      problems.push(wrong(`${name} ${state}. It should be ${first}.`))
      continue
    }
    const [configured, given] = await Promise.all([answers(found.value), answers(first)])
    const which =
      configured && given
        ? 'Both answer'
        : configured || given
          ? `Only ${configured ? found.value : first} answers`
          : 'Neither answers'
    problems.push(
      (configured && !given ? skipped : wrong)(`${name} ${state}, and this check asked ${first}. ${which}.`),
    )
  }
  if (problems.length > 0) return problems
  // The guide for Next.js writes the address of the services into `.env.local` on purpose.
  const inBuilds = sources.filter((file) => file === '.env' || (file === '.env.local' && !isOfGuide))
  return [
    ok(`${listed(sources, 'conjunction')} ${sources.length === 1 ? 'has' : 'have'} those of these services.`),
    ...(inBuilds.length > 0
      ? [
          hint(
            `Production builds read ${listed(inBuilds, 'conjunction')}, too: move these values to .env.development, unless those builds are for this machine.`,
          ),
        ]
      : []),
  ]
}

function listed(files: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en', { type }).format(files)
}

/** The local services answer at both names of this machine. A slash at the end is a difference: paths are appended. */
function comparable(value: string): string {
  return value.replace('//localhost', '//127.0.0.1')
}
