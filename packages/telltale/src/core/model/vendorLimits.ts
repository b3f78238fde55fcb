/**
 * Heap's client API, in characters. https://developers.heap.io/reference/track and its neighbours. What is said of event names
 * differs from page to page: 255 is safe.
 */
export const HEAP = {
  eventName: 255,
  propertyName: 511,
  propertyValue: 1_023,
  identity: 254,
  userPropertyValue: 255,
  /** Properties that are added to each event are in a cookie, and all cookies of the domain share so many bytes. */
  cookieBytes: 4_096,
  /** A session ends so many milliseconds after its last page view. */
  sessionMs: 30 * 60_000,
} as const

/**
 * Intercom's events. https://www.intercom.com/help/en/articles/175-set-up-event-tracking-in-intercom and
 * https://www.intercom.com/help/en/articles/5245634-event-limits-troubleshooting-and-f-a-q
 */
export const INTERCOM = {
  /** How many names of events a workspace stores. */
  eventNames: 120,
  /** How many pieces of metadata go with one event. */
  metadata: 20,
  /** Characters of a text. */
  metadataValue: 255,
  /** What may not be in the name of a piece of metadata. */
  notInNames: /[.$~`!@#%^&*'{}|\\"\0]/,
  /** `update` is taken so many times in so many milliseconds; a new page begins anew. */
  updates: 20,
  updatesMs: 30 * 60_000,
} as const

/** Datadog's browser RUM: what its SDK cuts and its documentation does not allow. */
export const DATADOG = {
  /** Characters of the JSON of a context; what does not fit is cut off. */
  context: 220 * 1_024,
  /** What may not be in the name of a flag. */
  notInFlagNames: /[.:+\-=&|><!(){}[\]^"“”~*?\\\s]/,
} as const
