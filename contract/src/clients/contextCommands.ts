import { readContext, sameContext } from 'telltale/flags'
import type {
  BuildSingleParams,
  CompareParams,
  CompareSingle,
  ContextBuildParams,
  ContextComparisonParams,
  ContextConvertParams,
} from '../protocol/command.ts'

/** A context as JSON, or why the input is not a context. An invalid context is not an error of the command. */
export type ContextResult = { output: string } | { error: string }

export const buildContext = ({ single, multi }: ContextBuildParams): ContextResult =>
  resultOf(single ? built(single) : multiKind((multi ?? []).map(built)))

export function convertContext({ input }: ContextConvertParams): ContextResult {
  try {
    return resultOf(JSON.parse(input))
  } catch (error) {
    return { error: String(error) }
  }
}

export function compareContexts({ context1, context2 }: ContextComparisonParams) {
  const [one, other] = [context1, context2].map((params) => read(described(params)))
  if (!one || !other) throw new Error('One of the contexts is invalid.')
  return { equals: sameContext(one, other) }
}

function resultOf(input: unknown): ContextResult {
  const context = read(input)
  return context ? { output: JSON.stringify(context) } : { error: 'The context is invalid.' }
}

/** Reads a context as the library does. The harness gives every context a key. */
const read = (input: unknown) => readContext(input, () => 'a key for an anonymous context')

const built = ({ kind, private: privateAttributes, custom, ...more }: BuildSingleParams) => ({
  ...custom,
  ...more,
  kind: kind ?? 'user',
  _meta: { privateAttributes },
})

const described = ({ single, multi }: CompareParams) =>
  single ? describedSingle(single) : multiKind((multi ?? []).map(describedSingle))

const describedSingle = ({ kind, key, attributes, privateAttributes }: CompareSingle) => ({
  kind,
  key,
  ...Object.fromEntries((attributes ?? []).map(({ name, value }) => [name, value])),
  _meta: { privateAttributes: privateAttributes?.map(({ value, literal }) => (literal ? referenceTo(value) : value)) },
})

/** Turns the name of an attribute into a reference. A name that begins with a slash would be read as a path. */
const referenceTo = (name: string) =>
  name.startsWith('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : name

const multiKind = (kinds: readonly { kind: string }[]) => ({
  kind: 'multi',
  ...Object.fromEntries(kinds.map(({ kind, ...attributes }) => [kind, attributes])),
})
