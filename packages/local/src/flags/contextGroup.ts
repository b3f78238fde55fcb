import { isRecord } from '../json/isRecord.ts'
import type { FlagsFile } from './flagsFile.ts'
import { rolloutShare, type Rollout } from './rolloutShare.ts'
import type { Clause, ServerFlag, VariationOrRollout } from './serverFlag.ts'

/** Something that a flag looks at of one kind of context. */
export interface FlagInput {
  readonly kind: string
  /** The same for two contexts between which the flag makes no difference here. */
  of(context: Readonly<Record<string, unknown>>): unknown
}

/** What flags look at of a context. The keys say what it is: the same for the same, whichever flags they are of. */
export type FlagInputs = ReadonlyMap<string, FlagInput>

/**
 * What decides about some flags, over their prerequisites and segments. Contexts that agree in all of it get the same of them,
 * so that one evaluation and one message is enough for all.
 */
export function flagInputs(
  keys: Iterable<string>,
  flags: Readonly<Record<string, ServerFlag>>,
  file: FlagsFile,
): FlagInputs {
  const inputs = new Map<string, FlagInput>()
  const seen = new Set<unknown>()

  function look(given: unknown, attribute: unknown): void {
    const [kind, name] = [kindOf(given), topLevel(String(attribute ?? 'key'))]
    inputs.set(JSON.stringify([kind, name]), { kind, of: (context) => context[name] })
  }

  function lookAtShare({ contextKind, bucketBy }: { contextKind: unknown; bucketBy: unknown }, rollout: Rollout): void {
    if (bucketBy && bucketBy !== 'key') return look(contextKind, bucketBy)
    const kind = kindOf(contextKind)
    // A thousand keys fall into two shares.
    const of = ({ key }: { key?: unknown }) => (typeof key === 'string' ? rolloutShare(key, rollout) : key)
    inputs.set(JSON.stringify([kind, rollout]), { kind, of })
  }

  function lookAtServed({ variation, rollout }: VariationOrRollout, { key, salt }: ServerFlag): void {
    if (typeof variation === 'number' || !rollout) return
    const { contextKind, seed } = rollout
    // [vendor] An experiment takes no notice of `bucketBy`.
    const bucketBy = rollout.kind === 'experiment' ? undefined : rollout.bucketBy
    const weights = rollout.variations.map(({ weight }) => weight)
    lookAtShare({ contextKind, bucketBy }, { salt: seed ? String(Number(seed)) : `${key}.${salt}`, weights })
  }

  function lookAtClauses(clauses: readonly Clause[]): void {
    for (const { attribute, op, values, contextKind } of clauses) {
      if (op === 'segmentMatch') for (const value of values) lookAtSegment(String(value))
      else look(contextKind, attribute)
    }
  }

  function lookAtSegment(key: string): void {
    const segment = Object.hasOwn(file.segments, key) ? file.segments[key] : undefined
    if (segment === undefined || seen.has(segment)) return
    seen.add(segment)
    look('user', 'key')
    for (const list of ['includedContexts', 'excludedContexts'])
      for (const { contextKind } of records(segment[list])) look(contextKind, 'key')
    for (const rule of records(segment['rules'])) {
      lookAtClauses((rule['clauses'] ?? []) as readonly Clause[])
      const { rolloutContextKind: contextKind, bucketBy, weight } = rule
      const salt = `${key}.${segment['salt'] ?? ''}`
      if (weight !== undefined) lookAtShare({ contextKind, bucketBy }, { salt, weights: [Number(weight)] })
    }
  }

  function lookAtFlag(key: string): void {
    const flag = Object.hasOwn(flags, key) ? flags[key] : undefined
    if (flag === undefined || seen.has(flag)) return
    seen.add(flag)
    // [vendor] Nothing is looked at when a flag is off: everybody gets the same of it.
    if (!flag.on) return
    if (flag.targets.length > 0) look('user', 'key')
    for (const { contextKind } of flag.contextTargets) look(contextKind, 'key')
    for (const rule of flag.rules) {
      lookAtClauses(rule.clauses)
      lookAtServed(rule, flag)
    }
    lookAtServed(flag.fallthrough, flag)
    for (const { key: other } of flag.prerequisites) lookAtFlag(other)
  }

  for (const key of keys) lookAtFlag(key)
  return inputs
}

/** A text that is the same for contexts which agree in what `inputs` names. */
export function contextGroup(context: unknown, inputs: FlagInputs): string {
  const { kind } = context as { readonly kind?: unknown }
  // The form without a kind has attributes within attributes: it is compared as a whole.
  if (typeof kind !== 'string' || !isRecord(context)) return JSON.stringify(context)
  const kinds = kind === 'multi' ? Object.keys(context).filter((name) => name !== 'kind') : [kind]
  const parts: unknown[] = [kinds]
  for (const input of inputs.values()) {
    const one = kind === 'multi' ? context[input.kind] : kind === input.kind ? context : undefined
    parts.push(isRecord(one) ? (input.of(one) ?? null) : null)
  }
  return JSON.stringify(parts)
}

function kindOf(given: unknown): string {
  return typeof given === 'string' ? given : 'user'
}

/** [vendor] An attribute reference: `/address/city` is in the attribute `address`; `~1` is `/`, `~0` is `~`. */
function topLevel(reference: string): string {
  if (!reference.startsWith('/')) return reference
  return (reference.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}

function records(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
