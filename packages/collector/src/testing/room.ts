/** Limits of a batch that are out of its way. */
export const ROOM = { maxEvents: 10_000, maxStoredBytes: 1e9, takes: () => true } as const
