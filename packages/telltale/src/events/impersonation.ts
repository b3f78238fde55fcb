import type { AnalyticsEvent } from '../core/model/event.ts'

/**
 * How a destination handles events that are tracked during impersonation. `tag`: they are sent, with the impersonator
 * and the impersonated user. `suppress`: they are not sent. `redirect`: they go to another analytics project.
 */
export type Impersonation = 'tag' | 'suppress' | { readonly redirect: string }

/** Whether a destination with this policy takes the event at all. */
export const isAllowed = (event: AnalyticsEvent, policy: Impersonation): boolean =>
  policy !== 'suppress' || event.identity.impersonator === undefined

/** Returns the analytics project for events of this impersonator, or undefined when there is none. */
export const projectFor = (impersonator: string | undefined, policy: Impersonation, projectId: string | undefined) =>
  typeof policy === 'object' && impersonator !== undefined ? policy.redirect : projectId
