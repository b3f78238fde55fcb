import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { projectFolder } from '../project/starterFiles.ts'
import { readFlagsFile } from '../flags/flagsFile.ts'
import { readUsersFile } from '../users/usersFile.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface CheckedFiles {
  /** Empty if there are no such files. */
  readonly findings: readonly Finding[]
  /** The client-side ids of flags.json. */
  readonly environments: readonly string[]
  /** Why flags.json cannot be used. */
  readonly brokenFlags?: string
}

/** Checks flags.json and users.json of the project in this folder or above it, with the sentences of the services' terminal. */
export async function checkFiles(cwd: string): Promise<CheckedFiles> {
  const { ok, wrong, hint } = findingsAbout('files')
  const folder = await projectFolder(cwd)
  if (folder === undefined) return { findings: [], environments: [] }
  const pathOf = (name: string) => relative(cwd, join(folder, name))
  const textOf = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  const [flagsText, usersText] = await Promise.all([textOf('flags.json'), textOf('users.json')])
  const flags = flagsText === undefined ? undefined : readFlagsFile(flagsText)
  const users = usersText === undefined ? undefined : readUsersFile(usersText)

  const broken = (name: string, problems: readonly string[]) => `${pathOf(name)} cannot be used. ${problems.join(' ')}`
  const brokenFlags = flags?.outcome === 'invalid' ? broken('flags.json', flags.problems) : undefined
  const problems = [
    ...(brokenFlags === undefined ? [] : [brokenFlags]),
    ...(flags?.outcome === 'ok' ? flags.value.warnings.map((sentence) => `${pathOf('flags.json')}: ${sentence}`) : []),
    ...(users?.outcome === 'invalid' ? [broken('users.json', users.problems)] : []),
  ]
  const ofBrowsers = flags?.outcome === 'ok' ? [...flags.value.environments.values()] : []
  const hidden = ofBrowsers.flatMap((environment) =>
    Object.values(environment.flags).flatMap(({ key, clientSideAvailability }) =>
      clientSideAvailability.usingEnvironmentId === true ? [] : [key],
    ),
  )
  const paths = [...(flags ? [pathOf('flags.json')] : []), ...(users ? [pathOf('users.json')] : [])]
  return {
    findings: [
      ...(problems.length > 0 ? problems.map(wrong) : [ok(`${paths.join(' and ')} can be used.`)]),
      ...(hidden.length > 0
        ? [hint(`Not available to browsers, because of clientSideAvailability: ${[...new Set(hidden)].join(', ')}.`)]
        : []),
    ],
    environments: flags?.outcome === 'ok' ? [...flags.value.environments.keys()] : [],
    ...(brokenFlags !== undefined && { brokenFlags }),
  }
}
