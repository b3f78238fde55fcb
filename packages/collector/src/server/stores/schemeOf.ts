/** What kind of store this is: `file` for a path. */
export function schemeOf(store: string): string {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(store)?.[1]?.toLowerCase() ?? 'file'
  return scheme === 'postgresql' ? 'postgres' : scheme
}

/** The path of a file that may be given as a URL. */
export const fileOf = (store: string) => (store.startsWith('file://') ? new URL(store).pathname : store)
