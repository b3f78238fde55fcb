import { readContext, sameContext } from 'telltale/flags'
import type {
  BuildSingleParams,
  CompareParams,
  CompareSingle,
  ContextBuildParams,
  ContextComparisonParams,
  ContextConvertParams,
} from '../protocol/command.ts'
import { BadCommand } from './badCommand.ts'

/** A context as JSON, or why it is none. A context that is wrong is no wrong command. */
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
  if (!one || !other) throw new BadCommand('One of the contexts is none.')
  return { equals: sameContext(one, other) }
}

function resultOf(input: unknown): ContextResult {
  const context = read(input)
  return context ? { output: JSON.stringify(context) } : { error: 'This is no context.' }
}

/** What the library makes of it. The harness gives every context a key. */
const read = (input: unknown) => readContext(input, () => 'a key made for somebody anonymous')

function built(params: BuildSingleParams): { kind: string } {
  const { kind, key, name, anonymous, custom } = params
  return { ...custom, kind: kind ?? 'user', key, name, anonymous, _meta: { privateAttributes: params.private } } as {
    kind: string
  }
}

function described({ single, multi }: CompareParams): object {
  return single ? describedSingle(single) : multiKind((multi ?? []).map(describedSingle))
}

function describedSingle({ kind, key, attributes, privateAttributes }: CompareSingle) {
  return {
    kind,
    key,
    ...Object.fromEntries((attributes ?? []).map(({ name, value }) => [name, value])),
    _meta: {
      privateAttributes: privateAttributes?.map(({ value, literal }) => (literal ? referenceTo(value) : value)),
    },
  }
}

/** An attribute's name as a reference: one that begins with a slash would be taken for a path. */
const referenceTo = (name: string) =>
  name.startsWith('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : name

const multiKind = (kinds: readonly { kind: string }[]) => ({
  kind: 'multi',
  ...Object.fromEntries(kinds.map(({ kind, ...attributes }) => [kind, attributes])),
})
