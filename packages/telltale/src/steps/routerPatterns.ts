/** What is read of a router of React Router 7 or 8. */
export interface ReactRouter {
  /** Where it is, and the routes that match there. */
  readonly state: {
    readonly location: { readonly pathname: string }
    readonly matches: readonly { readonly pathname: string; readonly route: { readonly path?: string | undefined } }[]
  }
}

/**
 * The pattern of the route of React Router 7 and 8, for `pattern` of `pageViews`: `/quotes/:id`. For routers that the application creates,
 * with `createBrowserRouter` or `createHashRouter`. In framework mode, use `paramsPattern`.
 *
 * @example
 * ```ts
 * pageViews({ pattern: reactRouterPattern(() => router) })
 * ```
 */
export const reactRouterPattern = (read: () => ReactRouter | undefined) => (url: string) => {
  const { location, matches } = read()?.state ?? {}
  const last = matches?.at(-1)
  // While loaders run after a press of the back button, the matches are still those of the page before.
  if (!location || !matches || !pathsOf(url).includes(location.pathname)) return undefined
  // A page that is not found has the root route, whose path is then empty.
  return last?.pathname ? joined(matches.map(({ route }) => route.path)) : ''
}

/** What is read of a router of TanStack Router. */
export interface TanstackRouter {
  /** Where it is and was, and the routes that match. */
  readonly state: {
    readonly location: { readonly pathname: string }
    readonly resolvedLocation?: { readonly pathname: string } | undefined
    readonly matches: readonly {
      readonly routeId: string
      readonly fullPath: string
      readonly globalNotFound?: boolean | undefined
    }[]
  }
}

/** The pattern of the route of TanStack Router, for `pattern` of `pageViews`: `/quotes/$quoteId`. */
export const tanstackRouterPattern = (read: () => TanstackRouter | undefined) => () => {
  const { location, resolvedLocation, matches } = read()?.state ?? {}
  const last = matches?.at(-1)
  // While loaders of the next page run, the matches are still those of the page before.
  if (!matches || !last || resolvedLocation?.pathname !== location?.pathname) return undefined
  return last.routeId === '__root__' || matches.some((one) => one.globalNotFound) ? '' : joined([last.fullPath])
}

/** The path of an address, and the one in its fragment, which hash routers use. */
const pathsOf = (url: string) => {
  const { pathname, hash } = new URL(url)
  return [pathname, hash.slice(1).split('?')[0]]
}

const joined = (paths: readonly (string | undefined)[]) => `/${paths.join('/')}`.replace(/\/+(?=\/|$)/g, '') || '/'
