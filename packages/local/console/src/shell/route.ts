/** The views of the console, in the order of the navigation and of the keys 1 to 9. */
export const VIEWS = [
  'live',
  'flags',
  'people',
  'problems',
  'connections',
  'faults',
  'charts',
  'experiments',
  'errors',
] as const
export type View = (typeof VIEWS)[number]

/** A view, and the item that is open in it. */
export interface Route {
  readonly view: View
  /** A flag's key, a person's id, an event's id or the fingerprint of an error, depending on the view. */
  readonly open: string | undefined
  /** What the view is limited to, such as the filter of Live or the period of Errors, or what else tells experiments of a flag apart. Absent if it shows everything. */
  readonly search?: string | undefined
}

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  live: 'Live',
  flags: 'Flags',
  people: 'People',
  problems: 'Problems',
  connections: 'Connections',
  faults: 'Faults',
  charts: 'Charts',
  experiments: 'Experiments',
  errors: 'Errors',
}

/** The address contains the route, so that it can be shared and survives a reload. */
export function readRoute(hash: string): Route {
  const [, path = '', search = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? []
  const [name, open] = path.split('/')
  const view = VIEWS.find((one) => one === name) ?? 'live'
  return { view, open: open ? decode(open) : undefined, ...(search !== '' && { search }) }
}

export function routeHash({ view, open, search }: Route): string {
  const path = open === undefined ? view : `${view}/${encodeURIComponent(open)}`
  return search ? `#${path}?${search}` : `#${path}`
}

/** A typed address may contain an invalid escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
