/** The purposes of entries by the prefix of their key. The first matching prefix applies. */
const PURPOSES = [
  { prefix: 'rental-desk.quotes', what: 'Sent quotes' },
  { prefix: 'rental-desk.preferences', what: 'Preferences' },
  { prefix: 'rental-desk.', what: 'Your sign-in' },
  { prefix: 'mantine-color-scheme', what: 'Preferences' },
  { prefix: 'telltale:identity', what: 'Your identity' },
  { prefix: 'telltale:flag', what: 'Your feature flags' },
  // Bytes here do not mean waiting events: entries outlive delivery for a moment, and some say which tab delivers.
  { prefix: 'telltale:', what: 'Event storage, including bookkeeping' },
  // Written by the stand-ins of the local services. The vendors' own scripts use cookies.
  { prefix: 'telltale.vendor.', what: 'Heap and Intercom identities' },
]

/** The size of the entries of this application, in bytes by purpose. */
export function keptEntries(storage: Pick<Storage, 'length' | 'key' | 'getItem'>): ReadonlyMap<string, number> {
  // A fixed order, because the order of the keys in storage varies.
  const kept = new Map(PURPOSES.map(({ what }) => [what, 0]))
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? ''
    const what = PURPOSES.find(({ prefix }) => key.startsWith(prefix))?.what
    const bytes = new TextEncoder().encode(key + (storage.getItem(key) ?? '')).length
    if (what !== undefined) kept.set(what, (kept.get(what) ?? 0) + bytes)
  }
  return new Map([...kept].filter(([, bytes]) => bytes > 0))
}

/** Removes all entries of this application. */
export function forgetHere(storage: Pick<Storage, 'length' | 'key' | 'removeItem'>): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (PURPOSES.some(({ prefix }) => key.startsWith(prefix))) storage.removeItem(key)
}
