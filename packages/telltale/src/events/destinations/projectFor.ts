import type { Impersonation } from './destination.ts'

/** Returns the analytics project for events of this impersonator, or undefined when there is none. */
export const projectFor = (impersonator: string | undefined, policy: Impersonation, projectId: string | undefined) =>
  typeof policy === 'object' && impersonator !== undefined ? policy.redirect : projectId
