import { createSession } from './steps/session.ts'
import type { Step } from './core/step.ts'
import { onActivity } from './platform/activity.ts'

/**
 * A step that adds the session to the moment of each event: its id and when it began. All tabs of the application share it. It ends
 * after 30 minutes in which the user was active in none of them, after 24 hours, when the user signs out, and when another person
 * signs in. Where the browser has no storage for the page, the session is that of the page.
 */
export const session = (): Step => createSession(onActivity)

export type { MomentSession } from './core/model/event.ts'
export type { Step }
