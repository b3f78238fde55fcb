export type OwnStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns the storage from `open`. If `open` throws or returns `null`, returns storage that lasts as long as the page. So does what the storage
 * does not take because it is full.
 */
export function storageOr(open: () => OwnStorage | null): OwnStorage {
  try {
    const storage = open()
    return storage === null ? lastingAsThePage() : withRoom(storage)
  } catch {
    return lastingAsThePage()
  }
}

function withRoom(storage: OwnStorage): OwnStorage {
  const others = lastingAsThePage()
  return {
    get length() {
      return storage.length + others.length
    },
    key: (index) => (index < storage.length ? storage.key(index) : others.key(index - storage.length)),
    getItem: (key) => others.getItem(key) ?? storage.getItem(key),
    setItem(key, value) {
      others.removeItem(key)
      try {
        storage.setItem(key, value)
      } catch {
        storage.removeItem(key)
        others.setItem(key, value)
      }
    },
    removeItem(key) {
      storage.removeItem(key)
      others.removeItem(key)
    },
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
