import type { AnalyticsEvent } from '../core/model/event.ts'

/**
 * What a destination does with what happens while somebody looks at the application as another person. `tag`: it is sent, and
 * says who and as whom. `suppress`: it is not sent. `redirect`: it goes to another analytics project.
 */
export type Impersonation = 'tag' | 'suppress' | { readonly redirect: string }

/** Whether a destination of this policy takes the event at all. */
export const isWanted = (event: AnalyticsEvent, policy: Impersonation): boolean =>
  policy !== 'suppress' || event.identity.impersonator === undefined

/** The analytics project for what happens under this impersonator, or none. */
export const projectFor = (impersonator: string | undefined, policy: Impersonation, projectId: string | undefined) =>
  typeof policy === 'object' && impersonator !== undefined ? policy.redirect : projectId
