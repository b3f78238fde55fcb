import { levelValues } from './levelValues.ts'
import type { Project } from './project.ts'

/** How many milliseconds pass between two attempts while the local services do not answer. */
const RETRY_MS = 3000

/** The lines that sign in a user for development: the one whom the links "Sign in as" and "Impersonate" of the console name. */
export function developmentSignIn({ framework, language, packageManager, scripts }: Project): readonly string[] {
  const isTyped = language === 'ts'
  const { isDevelopment, file, prefix } = levelValues(framework)
  return [
    '',
    '/** In development: the user of telltale/users.json whom the console’s links "Sign in as" and "Impersonate" name, or else the first. */',
    'async function signInForDevelopment() {',
    ...(file === undefined
      ? []
      : [
          '  if (!services) {',
          `    console.warn('${missing(`${prefix}SERVICES`, file, 'no user is signed in')}')`,
          '    developmentUser = null',
          '    return telltale.identity.refresh()',
          '  }',
        ]),
    `  if (location.search.includes('as=')) sessionStorage.setItem('signed-in-as', location.search)`,
    `  const asked = new URLSearchParams(sessionStorage.getItem('signed-in-as') ?? '')`,
    `  let users${isTyped ? ': { identity: Person }[] | undefined' : ''}`,
    '  for (let isFirst = true; !users; isFirst = false) {',
    '    const answer = fetch(`${services}/local/users`).then((response) => (response.ok ? response.json() : undefined))',
    '    users = await answer.catch(() => undefined)',
    '    if (users) break',
    `    if (isFirst) console.warn(\`The local services do not answer at \${services}/local/users: check ${file ?? 'the address'}, and run ${packageManager} run ${scripts.services}. Until then, it is not known who is signed in.\`)`,
    `    await new Promise((resolve) => setTimeout(resolve, ${RETRY_MS}))`,
    '  }',
    `  const find = (name${isTyped ? ': string' : ''}) => users?.find(({ identity }) => identity.unique_identity === asked.get(name))?.identity`,
    `  const impersonator = find('by')?.email_address`,
    `  const user = find('as') ?? users?.[0]?.identity`,
    '  developmentUser = user ? { ...user, ...(impersonator && { mimic_user: impersonator }) } : null',
    '  telltale.identity.refresh()',
    '}',
    `if (${isDevelopment} && typeof window !== 'undefined') void signInForDevelopment()`,
  ]
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
