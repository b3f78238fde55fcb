/** What a write key admits. */
export interface WriteKey {
  /** The name of the application whose events may be posted with it. Any when absent. */
  readonly app?: string
  /** The origins of the pages that may use it. Those of the collector when absent. */
  readonly origins?: readonly string[]
}

/** The write keys by their text. */
type Keys = Readonly<Record<string, WriteKey>>

/** Who may post. */
export interface AccessRules {
  readonly keys: Keys | undefined
  readonly origins: readonly string[] | undefined
}

export type Access =
  | { readonly outcome: 'ok'; readonly key: string; readonly app: string | undefined }
  | {
      readonly outcome: 'refused'
      readonly status: 401 | 403
      readonly reason: 'key' | 'origin'
      readonly message: string
    }

const refused = (status: 401 | 403, reason: 'key' | 'origin', message: string) =>
  ({ outcome: 'refused', status, reason, message }) as const

/** Decides by the write key and the origin whether a request may post. A key in a page is no secret: it says whose events these are. */
export function accessOf(request: Request, { keys, origins }: AccessRules): Access {
  const origin = request.headers.get('origin')
  const key = bearerOf(request)
  const rule = key !== undefined && keys && Object.hasOwn(keys, key) ? keys[key] : undefined
  if (keys && !rule) return refused(401, 'key', 'The write key is missing or wrong.')
  if (!isAllowed(origin, rule?.origins ?? origins))
    return refused(403, 'origin', 'Pages of this origin may not post here.')
  return { outcome: 'ok', key: rule ? (key ?? '') : '', app: rule?.app }
}

/** Whether a page may read the answers: its own origin has no header, and every origin is admitted where no list says otherwise. */
export function isAllowed(origin: string | null, allowed: readonly string[] | undefined): boolean {
  return origin === null || allowed === undefined || allowed.includes(origin)
}

interface ChangingRules {
  readonly keys?: Keys | (() => Keys | undefined) | undefined
  readonly origins?: readonly string[] | undefined
}

/** Returns what says the rules of this moment, and all origins that one of them admits. */
export function followRules({ keys, origins }: ChangingRules) {
  const keysNow = typeof keys === 'function' ? keys : () => keys
  const rulesOf = (current: Keys | undefined) => {
    const rules: AccessRules = { keys: current, origins }
    return { rules, origins: everyOrigin(rules) }
  }
  let last = rulesOf(keysNow())
  return () => {
    const current = keysNow()
    if (current !== last.rules.keys) last = rulesOf(current)
    return last
  }
}

/** All origins that some rule admits, for the question that a browser asks before the request: it does not say the key. */
function everyOrigin({ keys, origins }: AccessRules): readonly string[] | undefined {
  const rules = Object.values(keys ?? {})
  if (origins === undefined && (rules.length === 0 || rules.some((rule) => rule.origins === undefined)))
    return undefined
  return [...(origins ?? []), ...rules.flatMap((rule) => rule.origins ?? [])]
}

/** The token of `Authorization: Bearer …`. */
export function bearerOf(request: Request): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
