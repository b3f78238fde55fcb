/** What the page of the test tells its server. Each report is a request of the page itself, not of the library. */
export type PrerenderReport =
  | { type: 'ran'; page: string; prerendering: boolean; calls: readonly Call[] }
  | { type: 'activated'; page: string; activationStart: number; at: number }
  | {
      type: 'shown'
      page: string
      at: number
      /** What a user saw, one frame after another. */
      frames: readonly string[]
      /** What a listener was told, too, which may have been over before the next frame. */
      identities: readonly string[]
      flag: boolean
      current: string
    }

/** The name of an event, and the times between which `track` was called. */
export interface Call {
  name: string
  from: number
  to: number
}
