import type { AnalyticsEvent } from '../../core/model/event.ts'
import { isText } from '../../core/model/promotion.ts'
import { type Row, valueAt } from '../../core/optionTable.ts'
import type { Impersonation } from './destination.ts'

/** What the option `impersonation` must be. A mistyped policy would send what is to be suppressed. */
export const IMPERSONATION: Row = [
  (value) => value === 'tag' || value === 'suppress' || isText(valueAt(value, 'redirect')),
  'tag, suppress or { redirect }',
]

/** The same for a destination that has one project. */
export const TAG_OR_SUPPRESS: Row = [(value) => value === 'tag' || value === 'suppress', 'tag or suppress']

/** Whether a destination with this policy takes the event at all. */
export const isAllowed = (event: AnalyticsEvent, policy: Impersonation): boolean =>
  policy !== 'suppress' || event.identity.impersonator === undefined

/** Returns the analytics project for events of this impersonator, or undefined when there is none. */
export const projectFor = (impersonator: string | undefined, policy: Impersonation, projectId: string | undefined) =>
  typeof policy === 'object' && impersonator !== undefined ? policy.redirect : projectId
