/**
 * Limits of Heap's client API, in characters. https://developers.heap.io/reference/track and the pages next to it. The
 * pages give different limits for event names. 255 is safe.
 */
export const HEAP = {
  eventName: 255,
  propertyName: 511,
  propertyValue: 1_023,
  identity: 254,
  userPropertyValue: 255,
  /**
   * Properties that are added to each event are stored in a cookie. All cookies of the domain share this number of
   * bytes.
   */
  cookieBytes: 4_096,
  /** A session ends this many milliseconds after its last page view. */
  sessionMs: 30 * 60_000,
} as const

/**
 * Limits of Intercom's events. https://www.intercom.com/help/en/articles/175-set-up-event-tracking-in-intercom and
 * https://www.intercom.com/help/en/articles/5245634-event-limits-troubleshooting-and-f-a-q
 */
export const INTERCOM = {
  /** The maximum number of event names that a workspace stores. */
  eventNames: 120,
  /** The maximum number of metadata entries of one event. */
  metadata: 20,
  /** The maximum length of a metadata string, in characters. */
  metadataValue: 255,
  /** Characters that the name of a metadata entry may not contain. */
  notInNames: /[.$~`!@#%^&*'{}|\\"\0]/,
  /** `update` may be called this many times in this many milliseconds. A new page starts from zero. */
  updates: 20,
  updatesMs: 30 * 60_000,
} as const

/** Limits of Datadog's browser RUM: what its SDK cuts off, and what its documentation does not allow. */
export const DATADOG = {
  /** The maximum length of the JSON of a context, in characters. Longer JSON is cut off. */
  context: 220 * 1_024,
  /** Characters that the name of a flag may not contain. */
  notInFlagNames: /[.:+\-=&|><!(){}[\]^"“”~*?\\\s]/,
} as const
