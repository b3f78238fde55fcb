import { attempt } from '../core/lib/attempt.ts'

/** The values of the parameters of a route, by name. */
export type RouteParams = Readonly<Record<string, string | readonly string[] | undefined>>

/** A pattern of the route for routers that give none to their applications. */
export interface ParamsPattern {
  /** Sets the path and the parameters of the route, from an effect of a component that is on every page. */
  set(pathname: string, params: RouteParams | null): void
  /** For `pattern` of `pageViews`. */
  pattern(url: string): string | undefined
}

/**
 * The pattern of the route from its path and its parameters, for Next.js (`usePathname` and `useParams`) and for the framework mode of
 * React Router (`useLocation` and `useParams`): `/quotes/17` with `{ id: '17' }` is `/quotes/:id`. A part of the path that equals the
 * value of a parameter by chance may take its place.
 */
export function paramsPattern(): ParamsPattern {
  let latest: { pathname: string; params: RouteParams } | undefined
  return {
    set(pathname, params) {
      latest = { pathname, params: params ?? {} }
    },
    // It may still be the one of the page before. A base path is not part of it.
    pattern: (url) =>
      latest && new URL(url).pathname.endsWith(latest.pathname) ? patternOf(latest.pathname, latest.params) : undefined,
  }
}

/** Parameters are in the order of the path, and where a value is there twice, it is likelier that of the later one. */
function patternOf(pathname: string, params: RouteParams): string {
  const parts: (string | { name: string })[] = pathname.split('/').map(decode)
  const found = Object.entries(params).reverse()
  // Those of several parts first: one of these parts may equal another parameter.
  for (const isLong of [true, false])
    for (const [name, value] of found) {
      // React Router calls what is left of a path `*`, and has it as one text.
      const isRest = name === '*'
      if (isLong !== (isRest || Array.isArray(value))) continue
      const values = (isRest ? String(value).split('/') : [value ?? []].flat()).map(decode)
      let at = parts.length - values.length
      while (at > 0 && !values.every((one, index) => parts[at + index] === one)) at -= 1
      // Not a text, which another value may equal.
      if (at > 0 && values.length > 0)
        parts.splice(at, values.length, { name: isRest ? name : `:${name}${isLong ? '*' : ''}` })
    }
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('/')
}

const decode = (text: string) => attempt(() => decodeURIComponent(text)) ?? text
