/** Small synchronous storage that all tabs of the origin share. Never throws. */
export interface KeyValueStorage {
  get(key: string): string | undefined
  /** What another library keeps in the same place, under its own full name. */
  getForeign?(name: string): string | undefined
  /** False when it could not be kept: storage is full, blocked or absent. */
  set(key: string, value: string): boolean
  remove(key: string): void
  /** The keys that start with `prefix`. */
  keys(prefix: string): readonly string[]
}
