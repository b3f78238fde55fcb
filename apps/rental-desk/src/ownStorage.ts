export type OwnStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** What `open` gives; where the browser lets nothing be kept, what lasts as long as the page. */
export function storageOr(open: () => OwnStorage): OwnStorage {
  try {
    return open()
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
