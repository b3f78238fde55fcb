import { runCommand } from '../project/packageManager.ts'
import { levelValues } from '../project/levelValues.ts'
import type { Project } from './project.ts'

/** How many milliseconds pass between two attempts while the local services do not answer. */
const RETRY_MS = 3000

/**
 * The module that signs in a user for development: `telltaleDevelopment.ts`. It is apart from the layer, so that it can be deleted as
 * soon as the layer has the user of the application's own session.
 */
export function developmentModule({ framework, language, packageManager, scripts }: Project): string {
  const isTyped = language === 'ts'
  const { file, prefix } = levelValues(framework)
  const run = runCommand(packageManager, scripts.services)
  const type = isTyped ? ': Person | null | undefined' : ''
  const lines = [
    ...(isTyped ? ["import type { Person } from 'telltale'", ''] : []),
    '// A user for development, until your own session passes the signed-in user to the layer. Then delete this file, and its three uses.',
    '',
    `let user${type}`,
    '',
    '/** The user who is signed in for development. `undefined` until the local services have answered. */',
    `export const developmentUser = () => user`,
    '',
    '/** The user of telltale/users.json whom the console’s links "Sign in as" and "Impersonate" name, or else the first. */',
    isTyped
      ? 'export async function signInForDevelopment(services: string | undefined, refresh: () => unknown) {'
      : 'export async function signInForDevelopment(services, refresh) {',
    "  if (typeof window === 'undefined') return",
    ...(file === undefined
      ? []
      : [
          '  if (!services) {',
          `    console.warn('${missing(`${prefix}SERVICES`, file, 'no user is signed in')}')`,
          '    user = null',
          '    return void refresh()',
          '  }',
        ]),
    `  if (location.search.includes('as=')) sessionStorage.setItem('signed-in-as', location.search)`,
    `  const asked = new URLSearchParams(sessionStorage.getItem('signed-in-as') ?? '')`,
    `  let users${isTyped ? ': { identity: Person }[] | undefined' : ''}`,
    '  for (let isFirst = true; !users; isFirst = false) {',
    '    const answer = fetch(`${services}/local/users`).then((response) => (response.ok ? response.json() : undefined))',
    '    users = await answer.catch(() => undefined)',
    '    if (users) break',
    `    if (isFirst) console.warn(\`The local services do not answer at \${services}/local/users: check ${file ?? 'the address'}, and run ${run}. Until then, it is not known who is signed in.\`)`,
    `    await new Promise((resolve) => setTimeout(resolve, ${RETRY_MS}))`,
    '  }',
    `  const find = (name${isTyped ? ': string' : ''}) => users?.find(({ identity }) => identity.unique_identity === asked.get(name))?.identity`,
    `  const impersonator = find('by')?.email_address`,
    `  const found = find('as') ?? users[0]?.identity`,
    '  user = found ? { ...found, ...(impersonator && { mimic_user: impersonator }) } : null',
    '  refresh()',
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/** The lines that warn in development of each part that is off, because its variable is not set. */
export function warningsWithoutVariables({ framework }: Project): readonly string[] {
  const { isDevelopment, file, prefix } = levelValues(framework)
  if (file === undefined) return []
  return [
    '',
    `if (${isDevelopment} && typeof window !== 'undefined') {`,
    `  if (!clientSideId) console.warn('${missing(`${prefix}CLIENT_SIDE_ID`, file, 'flags have their defaults')}')`,
    `  if (!collectorUrl) console.warn('${missing(`${prefix}COLLECTOR`, file, 'no event is sent')}')`,
    '}',
  ]
}

const missing = (name: string, file: string, consequence: string) =>
  `${name} is not set, so ${consequence}. Check ${file}, which telltale init writes.`
