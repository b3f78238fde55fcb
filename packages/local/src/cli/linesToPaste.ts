interface Values {
  readonly url: string
  readonly clientSideId: string
  /** The token of one of the users. */
  readonly token: string
}

/** A module of an application that uses the services at this address. */
export function linesToPaste({ url, clientSideId, token }: Values): string {
  return `import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { consoleLink } from 'telltale/console'
import { launchDarkly } from 'telltale/flags'
import { inspector } from 'telltale/inspector'

export const services = '${url}'

export const telltale = createTelltale({
  app: 'My application',
  api: \`\${services}/api/sandbox\`,
  auth: { token: () => sessionStorage.getItem('token') ?? '${token}' }, // a user of users.json
  flags: launchDarkly({
    clientSideId: '${clientSideId}',
    baseUrl: services,
    streamUrl: services,
    eventsUrl: services,
    streaming: true,
    evaluationReasons: true,
  }),
  destinations: [collector({ url: \`\${services}/collect\` })],
  observers: [consoleLink({ url: services }), inspector()],
})
`
}
