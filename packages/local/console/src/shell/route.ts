/** The parts of the console. Their order is that of the bar, and of the keys 1 to 6. */
export const VIEWS = ['live', 'flags', 'people', 'connections', 'faults', 'charts'] as const
export type View = (typeof VIEWS)[number]

/** Where one is: a part, and what is open in it. */
export interface Route {
  readonly view: View
  /** A flag's key, a person's id, an event's id: whatever the part can open. */
  readonly open: string | undefined
}

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  live: 'Live',
  flags: 'Flags',
  people: 'People',
  connections: 'Connections',
  faults: 'Faults',
  charts: 'Charts',
}

/** The address keeps the place: it can be sent to somebody, and a reload does not lose it. */
export function readRoute(hash: string): Route {
  const [name = '', open] = hash.replace(/^#\/?/, '').split('/')
  const view = VIEWS.find((one) => one === name) ?? 'live'
  return { view, open: open ? decode(open) : undefined }
}

export function routeHash({ view, open }: Route): string {
  return open === undefined ? `#${view}` : `#${view}/${encodeURIComponent(open)}`
}

/** What somebody typed into the address may be no valid escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
