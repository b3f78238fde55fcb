/** The entries of this origin by what they are for; the longest prefix counts. */
const PURPOSES = [
  { prefix: 'rental-desk.quotes', what: 'Quotes you sent' },
  { prefix: 'rental-desk.preferences', what: 'Choices you made' },
  { prefix: 'rental-desk.', what: 'Your sign-in' },
  { prefix: 'mantine-color-scheme', what: 'Choices you made' },
  { prefix: 'telltale:identity', what: 'Who you are' },
  { prefix: 'telltale:flag', what: 'What is switched on for you' },
  { prefix: 'telltale:', what: 'Events on their way' },
  // The stand-ins of the local services; the vendors' own scripts keep it in cookies.
  { prefix: 'telltale.vendor.', what: 'Who Heap and Intercom take you for' },
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
