import { createFlagClient } from 'telltale/flags'
import type {
  BuildSingleParams,
  CompareParams,
  CompareSingle,
  ContextBuildParams,
  ContextComparisonParams,
  ContextConvertParams,
} from '../protocol/command.ts'

/** A context as JSON, or why it is none. A context that is wrong is no wrong command. */
export type ContextResult = { output: string } | { error: string }

/** Long enough for what is settled without the network, in seconds. */
const SOON_S = 1

export async function buildContext({ single, multi }: ContextBuildParams): Promise<ContextResult> {
  if (single) return readContext(built(single))
  return readContext(multiKind((multi ?? []).map(built)))
}

export async function convertContext({ input }: ContextConvertParams): Promise<ContextResult> {
  try {
    return await readContext(JSON.parse(input))
  } catch (error) {
    return { error: String(error) }
  }
}

export async function compareContexts({ context1, context2 }: ContextComparisonParams) {
  const [one, other] = [await readContext(described(context1)), await readContext(described(context2))]
  if ('error' in one || 'error' in other) return { equals: false }
  return { equals: one.output === other.output }
}

/** What the client makes of a context. It starts with flags of its own, and asks nobody. */
async function readContext(context: object): Promise<ContextResult> {
  const quiet = { error() {}, warn() {} }
  const client = createFlagClient({
    clientSideId: 'context',
    context,
    bootstrap: {},
    streaming: false,
    sendEvents: false,
    fetchGoals: false,
    logger: quiet,
  })
  try {
    await client.waitForInitialization(SOON_S)
    return { output: JSON.stringify(client.getContext()) }
  } catch (error) {
    return { error: String(error) }
  } finally {
    await client.close()
  }
}

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
