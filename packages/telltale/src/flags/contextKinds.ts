import type { Context } from '../core/model/context.ts'

type Attributes = Readonly<Record<string, unknown>>

/** Each kind of a context with its attributes; a context of one kind is its own attributes. */
export function kindsOf(context: Context): [kind: string, attributes: Attributes][] {
  if (context.kind !== 'multi') return [[context.kind, context]]
  return Object.entries(context).filter(([kind]) => kind !== 'kind') as [string, Attributes][]
}

/** The key of each kind. */
export const keysOf = (context: Context) =>
  Object.fromEntries(kindsOf(context).map(([kind, { key }]) => [kind, key as string]))
