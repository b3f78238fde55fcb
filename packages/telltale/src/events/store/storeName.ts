import { hashText } from '../../core/lib/hashText.ts'

/**
 * Returns the name of the event store of a deployment, which ends with a hash of each address. Deployments of an application on one
 * origin, such as tenants under paths, post to different collectors: what waits for one must not be posted to another.
 *
 * @param space names the application at one level, for one project
 */
export const storeName = (space: string, addresses: readonly string[]): string =>
  `${space}#${[...new Set(addresses.map((address) => hashText(address, 0)))].sort().join('.')}`
