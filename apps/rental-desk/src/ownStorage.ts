export type OwnStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** Returns the storage from `open`. If `open` throws or returns `null`, returns storage that lasts as long as the page. */
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

/** The storage for the desk's own data: the session, the quotes and the preferences. */
export const ownStorage = storageOr(() => localStorage)
