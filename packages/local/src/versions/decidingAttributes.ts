import type { Clause, Rule, ServerSegment, VariationOrRollout } from '../flags/serverFlag.ts'
import { isRecord, ofRecord } from '../json/isRecord.ts'
import type { DecidingAttribute, ExplanationReason } from './explanation.ts'
import type { FlagState } from './flagStates.ts'

interface Attribute {
  readonly kind: string
  readonly name: string
}

/** The attributes of a context on which the value depended, once each, in the order of the flag. */
export function decidingAttributes(
  { flag, segments }: FlagState,
  reason: ExplanationReason,
  context: Readonly<Record<string, unknown>>,
): readonly DecidingAttribute[] {
  const rules = flag?.rules ?? []
  const found = new Map<string, Attribute>()
  for (const attribute of asked()) found.set(JSON.stringify([attribute.kind, attribute.name]), attribute)
  return [...found.values()].map(({ kind, name }) => {
    const value = valueIn(context, kind, name)
    return { kind, name, ...(value !== undefined && { value }) }
  })

  function asked(): readonly Attribute[] {
    const rule = rules[reason.ruleIndex ?? -1]
    if (reason.kind === 'RULE_MATCH' && rule !== undefined) return [...ofRules([rule], segments), ...ofShares(rule)]
    if (reason.kind === 'TARGET_MATCH') return keysOf(context)
    // No rule applied: what they ask for is why.
    if (reason.kind === 'FALLTHROUGH') return [...ofRules(rules, segments), ...ofShares(flag?.fallthrough ?? {})]
    return []
  }
}

function ofRules(rules: readonly Pick<Rule, 'clauses'>[], segments: FlagState['segments']): readonly Attribute[] {
  const seen = new Set<string>()
  const ofClauses = (clauses: readonly Clause[]): readonly Attribute[] =>
    clauses.flatMap(({ attribute, op, values, contextKind = 'user' }) =>
      op === 'segmentMatch'
        ? values.flatMap((key) => ofSegment(String(key)))
        : [{ kind: contextKind, name: attribute }],
    )
  function ofSegment(key: string): readonly Attribute[] {
    const segment: ServerSegment | undefined = seen.has(key) ? undefined : ofRecord(segments, key)
    seen.add(key)
    if (segment === undefined) return []
    const { included = [], excluded = [], includedContexts = [], excludedContexts = [] } = segment
    const kinds = [...includedContexts, ...excludedContexts].map(({ contextKind = 'user' }) => contextKind)
    const users = included.length + excluded.length > 0 ? ['user'] : []
    return [
      ...[...users, ...kinds].map((kind) => ({ kind, name: 'key' })),
      ...(segment.rules ?? []).flatMap(({ clauses }) => ofClauses(clauses)),
    ]
  }
  return rules.flatMap(({ clauses }) => ofClauses(clauses))
}

/** The attribute by which a person gets a share. */
function ofShares({ variation, rollout }: VariationOrRollout): readonly Attribute[] {
  if (typeof variation === 'number' || rollout === undefined) return []
  const { kind, contextKind = 'user', bucketBy = 'key' } = rollout
  return [{ kind: contextKind, name: kind === 'experiment' ? 'key' : bucketBy }]
}

function keysOf(context: Readonly<Record<string, unknown>>): readonly Attribute[] {
  const { kind = 'user', ...kinds } = context
  const all = kind === 'multi' ? Object.keys(kinds) : [String(kind)]
  return all.map((one) => ({ kind: one, name: 'key' }))
}

function valueIn(context: Readonly<Record<string, unknown>>, kind: string, name: string): unknown {
  const { kind: own = 'user' } = context
  if (name === 'kind') return own === 'multi' ? Object.keys(context).filter((one) => one !== 'kind') : own
  const single = own === 'multi' ? ofRecord(context, kind) : own === kind ? context : undefined
  if (!isRecord(single)) return undefined
  // Users of the oldest SDKs have their own attributes in `custom`.
  const custom = context['kind'] === undefined ? single['custom'] : undefined
  return atReference(single, name) ?? (isRecord(custom) ? atReference(custom, name) : undefined)
}

/** A name that begins with a slash is a path, in which `~1` is a slash and `~0` a tilde. */
function atReference(content: Readonly<Record<string, unknown>>, name: string): unknown {
  if (!name.startsWith('/')) return ofRecord(content, name)
  const parts = name.slice(1).split('/')
  return parts.reduce<unknown>(
    (part, raw) => (isRecord(part) ? ofRecord(part, raw.replaceAll('~1', '/').replaceAll('~0', '~')) : undefined),
    content,
  )
}
