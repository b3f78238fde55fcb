import { collector } from '../../collector.ts'
import { sandboxSettings } from '../tests/sandboxSettings.suite.ts'

/**
 * The deployments of the application in one browser: `own`, and the others, each of which differs from it in one thing. `added` and
 * `moved` are later releases of `own`: one has a further collector, and then the first one has moved.
 */
const DEPLOYMENTS = {
  own: { level: 'sandbox', project: 'p-1', hosts: ['collect'] },
  'other address': { level: 'sandbox', project: 'p-1', hosts: ['elsewhere'] },
  'other level': { level: 'production', project: 'p-1', hosts: ['collect'] },
  'other project': { level: 'sandbox', project: 'p-2', hosts: ['collect'] },
  added: { level: 'sandbox', project: 'p-1', hosts: ['collect', 'audit'] },
  moved: { level: 'sandbox', project: 'p-1', hosts: ['moved', 'audit'] },
} as const
export type Deployment = keyof typeof DEPLOYMENTS

export const NEIGHBOURS = ['own', 'other address', 'other level', 'other project'] as const
export const RELEASES = ['own', 'added', 'moved'] as const

export function settingsOf(deployment: Deployment, collectorOf = collector) {
  const { level, project, hosts } = DEPLOYMENTS[deployment]
  const ids = { internal: project, external: project }
  return {
    ...sandboxSettings,
    promotion: level,
    projects: { production: ids, staging: ids, sandbox: ids },
    destinations: hosts.map((host) => collectorOf({ name: nameAt(host), url: `https://${host}.test/collect` })),
  }
}

const nameAt = (host: string) => (host === 'audit' ? 'audit' : 'collector')

/** Where a batch was posted, and the level and the project that it names. */
export const placeOf = (host: string, level: string, project: string) => `${host}, ${level}, ${project}`

/** Where the events of this deployment belong: what `placeOf` returns there. */
export function placesOf(deployment: Deployment): string[] {
  const { level, project, hosts } = DEPLOYMENTS[deployment]
  return hosts.map((host) => placeOf(host, level, project))
}

/** Whether the one may take over what waits for the other when that is no longer in use. */
export const isSameSpace = (one: Deployment, other: Deployment) =>
  DEPLOYMENTS[one].level === DEPLOYMENTS[other].level && DEPLOYMENTS[one].project === DEPLOYMENTS[other].project
