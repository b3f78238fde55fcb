/** What the vendor's own server SDK gives for a page. One test asks it, so that others need no server. */
export const ALL_FLAGS_STATE = {
  layout: 'compact',
  limits: { days: 3 },
  $flagsState: {
    layout: { variation: 1, version: 1, reason: { kind: 'FALLTHROUGH' } },
    limits: { variation: 0, version: 1, reason: { kind: 'FALLTHROUGH' } },
  },
  $valid: true,
}
