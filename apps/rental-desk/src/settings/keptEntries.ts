/** The entries of this origin by what they are for; the longest prefix counts. */
const PURPOSES = [
  { prefix: 'rental-desk.quotes', what: 'Sent quotes' },
  { prefix: 'rental-desk.preferences', what: 'Preferences' },
  { prefix: 'rental-desk.', what: 'Your sign-in' },
  { prefix: 'mantine-color-scheme', what: 'Preferences' },
  { prefix: 'telltale:identity', what: 'Your identity' },
  { prefix: 'telltale:flag', what: 'Your feature flags' },
  // Its entries outlive delivery for a moment, and say which tab delivers: bytes are no sign of events that wait.
  { prefix: 'telltale:', what: 'Event storage, including bookkeeping' },
  // The stand-ins of the local services; the vendors' own scripts keep it in cookies.
  { prefix: 'telltale.vendor.', what: 'Heap and Intercom identities' },
]

/** What the browser keeps of this application, in bytes by purpose. */
export function keptEntries(storage: Pick<Storage, 'length' | 'key' | 'getItem'>): ReadonlyMap<string, number> {
  // In one order: a browser's own is another one each time.
  const kept = new Map(PURPOSES.map(({ what }) => [what, 0]))
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? ''
    const what = PURPOSES.find(({ prefix }) => key.startsWith(prefix))?.what
    const bytes = new TextEncoder().encode(key + (storage.getItem(key) ?? '')).length
    if (what !== undefined) kept.set(what, (kept.get(what) ?? 0) + bytes)
  }
  return new Map([...kept].filter(([, bytes]) => bytes > 0))
}

/** Takes away all of that. */
export function forgetHere(storage: Pick<Storage, 'length' | 'key' | 'removeItem'>): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (PURPOSES.some(({ prefix }) => key.startsWith(prefix))) storage.removeItem(key)
}
