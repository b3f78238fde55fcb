import { isRecord } from '../json/isRecord.ts'
import type { FlagsFile } from './flagsFile.ts'
import type { Clause, ServerFlag } from './serverFlag.ts'

/** What of a context a flag looks at: for each kind of context, names of attributes. */
export type FlagInputs = ReadonlyMap<string, ReadonlySet<string>>

/**
 * What decides about some flags, over their prerequisites and segments. Contexts that agree in all of it get the same of them,
 * so that one evaluation and one message is enough for all.
 */
export function flagInputs(
  keys: Iterable<string>,
  flags: Readonly<Record<string, ServerFlag>>,
  file: FlagsFile,
): FlagInputs {
  const inputs = new Map<string, Set<string>>()
  const seen = new Set<unknown>()

  function look(kind: unknown, attribute: unknown): void {
    const name = typeof kind === 'string' ? kind : 'user'
    inputs.set(name, (inputs.get(name) ?? new Set()).add(topLevel(String(attribute ?? 'key'))))
  }

  function lookAtServed(served: unknown): void {
    const rollout = isRecord(served) ? served['rollout'] : undefined
    if (!isRecord(rollout)) return
    look(rollout['contextKind'], rollout['bucketBy'])
    look(rollout['contextKind'], 'key')
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
      look(rule['rolloutContextKind'], rule['bucketBy'])
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
      lookAtServed(rule)
    }
    lookAtServed(flag.fallthrough)
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
  for (const [name, attributes] of inputs) {
    const one = kind === 'multi' ? context[name] : kind === name ? context : undefined
    for (const attribute of attributes) parts.push(isRecord(one) ? (one[attribute] ?? null) : null)
  }
  return JSON.stringify(parts)
}

/** [vendor] An attribute reference: `/address/city` is in the attribute `address`; `~1` is `/`, `~0` is `~`. */
function topLevel(reference: string): string {
  if (!reference.startsWith('/')) return reference
  return (reference.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}

function records(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
