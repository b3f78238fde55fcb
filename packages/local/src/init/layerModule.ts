import { warningsWithoutVariables } from './developmentSignIn.ts'
import { levelValues, type LevelValue } from '../project/levelValues.ts'
import { execCommand } from '../project/packageManager.ts'
import { localServices } from './localServices.ts'
import type { Project } from './project.ts'
import { guideFile } from './guideFile.ts'
import { quoted } from '../text/quoted.ts'
import type { SessionModule } from './sessionModule.ts'

/**
 * The module that creates the layer: `telltale.ts`. Without a session module, it has a placeholder for the application's own
 * user.
 */
export function layerModule(project: Project, clientSideId: string, session?: SessionModule): string {
  const { vendors, language } = project
  const isTyped = language === 'ts'
  const values = levelValues(project.framework)
  const local = localServices(clientSideId)
  const extension = isTyped ? '' : '.js'
  const types = [...(session ? [] : ['type Person']), 'type Promotion']

  const constant = (name: string, value: LevelValue) =>
    `const ${name}${isTyped ? ': string | undefined' : ''} = ${values.read(value, local[value] ?? '')}`
  const promotion = values.file
    ? `${values.read('PROMOTION', 'sandbox')} || 'production'`
    : `isLocal ? 'sandbox' : 'production'`

  const lines = [
    ...(vendors.datadog ? [`import { datadogRum } from '@datadog/browser-rum'`] : []),
    `import { createTelltale${isTyped ? `, ${types.join(', ')}` : ''} } from 'telltale'`,
    `import { collector } from 'telltale/collector'`,
    `import { consoleLink } from 'telltale/console'`,
    ...(vendors.datadog ? [`import { datadog } from 'telltale/datadog'`] : []),
    `import { launchDarkly } from 'telltale/flags'`,
    ...(vendors.heap ? [`import { heap } from 'telltale/heap'`] : []),
    `import { inspector } from 'telltale/inspector'`,
    ...(vendors.intercom ? [`import { intercom } from 'telltale/intercom'`] : []),
    ...(project.hasZod ? [`import { validateEvents } from 'telltale/validate'`] : []),
    ...(session ? [] : [`import { developmentUser, signInForDevelopment } from './telltaleDevelopment${extension}'`]),
    `import { flags } from './telltaleFlags${extension}'`,
    '',
    ...levelComment(project, values.file),
    isTyped ? `const promotion = (${promotion}) as Promotion` : `const promotion = ${promotion}`,
    constant('services', 'SERVICES'),
    constant('clientSideId', 'CLIENT_SIDE_ID'),
    constant('collectorUrl', 'COLLECTOR'),
    ...(vendors.intercom ? [constant('intercomAppId', 'INTERCOM_APP_ID')] : []),
    '',
    ...(session ? [] : personFunction(isTyped, values.isDevelopment)),
    ...(session
      ? [`// telltaleSession.${session.extension} passes the signed-in user to the layer. Until then, events wait.`]
      : []),
    'export const telltale = createTelltale({',
    `  app: ${quoted(project.name)},`,
    '  promotion,',
    ...(session ? [] : ['  identity: { person },']),
    // No spread: the compiler does not check the names in it.
    '  flags: clientSideId',
    '    ? launchDarkly({',
    '        clientSideId,',
    '        streaming: true,',
    '        // For the panel, which says why a flag has its value.',
    '        evaluationReasons: true,',
    '        // Without an address, LaunchDarkly’s own.',
    '        baseUrl: services || undefined,',
    '        streamUrl: services || undefined,',
    '        eventsUrl: services || undefined,',
    '      })',
    '    : undefined,',
    ...(vendors.heap ? ['  analytics: heap(), // window.heap, once its script has loaded'] : []),
    ...(vendors.datadog ? ['  monitoring: datadog({ instance: datadogRum }),'] : []),
    ...(vendors.intercom ? ['  messaging: intercomAppId ? intercom({ appId: intercomAppId }) : undefined,'] : []),
    '  destinations: collectorUrl ? [collector({ url: collectorUrl })] : [],',
    ...observers(project, values.isDevelopment),
    `  // If users have to consent before anything is stored or sent: consent: consent(), of telltale/consent. See`,
    `  // ${guideFile('consent')}.`,
    '  definitions: { flags },',
    '})',
    ...(session ? [] : ['', `${signInLine(values.isDevelopment)} // Delete it with the file.`]),
    ...warningsWithoutVariables(project),
  ]
  return `${lines.join('\n')}\n`
}

/** Each bundler removes it from a build. Without one, the host decides. */
const signInLine = (isDevelopment: string) =>
  `if (${isDevelopment}) void signInForDevelopment(services, () => telltale.identity.refresh())`

function levelComment({ framework, packageManager }: Project, file: string | undefined): readonly string[] {
  const dev = execCommand(packageManager, 'telltale dev')
  if (file === undefined)
    return [
      `// The settings of each promotion level. On this machine: the services of \`${dev}\`. Elsewhere, fill in your own addresses.`,
      '// Flags or events are off while their address is undefined.',
      `const isLocal = ['localhost', '127.0.0.1'].includes(globalThis.location?.hostname ?? '')`,
    ]
  const where = framework === 'next' ? 'NEXT_PUBLIC_TELLTALE_…' : 'VITE_TELLTALE_…'
  return [
    `// The settings of each promotion level. ${file} has the services of \`${dev}\`. Set the same variables, ${where},`,
    '// for the builds of your other levels. Flags or events are off while their variable is not set.',
  ]
}

function personFunction(isTyped: boolean, isDevelopment: string): readonly string[] {
  const type = isTyped ? ': Person | null | undefined' : ''
  return [
    '/**',
    ' * The user of your session: `undefined` while it is unknown, `null` if signed out. After a sign-in, call',
    ' * `telltale.identity.refresh()`, and at a sign-out `telltale.identity.reset()`. Until this returns the user of your session,',
    ' * everybody is anonymous in production.',
    ' */',
    `function person()${type} {`,
    `  return ${isDevelopment} ? developmentUser() : null // Replace this with the user of your session.`,
    '}',
    '',
  ]
}

function observers({ hasZod, language }: Project, isDevelopment: string): readonly string[] {
  const extension = language === 'ts' ? '' : '.js'
  const panel =
    '  // The panel in the page: Ctrl and the key to the left of the 1. inspector({ allow }) is for some users in production.'
  if (!hasZod)
    return [panel, `  observers: ${isDevelopment} && services ? [consoleLink({ url: services }), inspector()] : [],`]
  return [
    panel,
    `  observers: ${isDevelopment} && services`,
    `    ? [consoleLink({ url: services }), inspector(), validateEvents(() => import('./telltaleEvents${extension}').then(({ events }) => events))]`,
    '    : [],',
  ]
}
