export type OwnStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** What `open` gives. Where the browser stores nothing, what lasts as long as the page: `open` throws there, or gives `null`. */
export function storageOr(open: () => OwnStorage | null): OwnStorage {
  try {
    return open() ?? lastingAsThePage()
  } catch {
    return lastingAsThePage()
  }
}

function lastingAsThePage(): OwnStorage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** Where this desk keeps what is its own. */
export const ownStorage = storageOr(() => localStorage)
