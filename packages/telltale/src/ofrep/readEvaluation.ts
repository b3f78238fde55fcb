import { isRecord } from '../core/lib/json.ts'
import { isText } from '../core/model/promotion.ts'
import { OVERRIDE } from '../core/model/flag.ts'
import type { SourceFlag } from '../flags/flagSource.ts'

/** [spec] OFREP 0.3, `eventStream`: how long a page that is hidden keeps its stream, in milliseconds. */
export const IDLE_MS = 120_000

/** What an answer of the server says. */
export interface Evaluation {
  readonly flags: Record<string, SourceFlag>
  /** The errors of flags that could not be evaluated, by their keys. */
  readonly errors: readonly (readonly [key: string, errorCode: string])[]
  /** The addresses of the streams of changes. They may contain tokens. */
  readonly streams: readonly string[]
  /** How long a page that is hidden follows changes, in milliseconds. */
  readonly idleMs: number
}

/**
 * Reads the answer to a request for all flags. Returns `undefined` if it has no list of flags, or one without any flag in it.
 *
 * @param resolve returns a whole address, by default with the origin of the server
 */
export function readEvaluation(answer: unknown, resolve: Resolve): Evaluation | undefined {
  if (!isRecord(answer) || !Array.isArray(answer['flags'])) return undefined
  const given = (answer['flags'] as unknown[]).filter(isFlag)
  if (!given[0] && answer['flags'][0] !== undefined) return undefined
  const listed = answer['eventStreams']
  const streams = (Array.isArray(listed) ? listed : []).filter((one) => isRecord(one) && one['type'] === 'sse')
  const { inactivityDelaySec } = streams.find((one) => one['inactivityDelaySec'] > 0) ?? {}
  return {
    flags: Object.fromEntries(given.map((flag) => [flag.key, flagOf(flag)])),
    errors: given.flatMap((flag) => (flag['errorCode'] ? [[flag.key, codeOf(flag)] as const] : [])),
    streams: [...new Set(streams.flatMap((one) => addressOf(one, resolve) ?? []))],
    idleMs: inactivityDelaySec ? Number(inactivityDelaySec) * 1_000 : IDLE_MS,
  }
}

type Resolve = (path: string, origin?: string) => string | undefined
type Given = Record<string, unknown> & { key: string }

const isFlag = (given: unknown): given is Given => isRecord(given) && isText(given['key'])

/** A code of the protocol, and no text that may name a person. */
export const codeOf = ({ errorCode }: Record<string, unknown>) =>
  (/^\w{1,50}$/.exec(String(errorCode)) ?? ['GENERAL'])[0]

/** [spec] OFREP ADR 0006: a flag without a value has the default of the code. So has the layer's flag with the value null. */
function flagOf({ value = null, variant, reason, metadata, ...rest }: Given): SourceFlag {
  const details = isRecord(metadata) ? metadata : {}
  const { version } = details
  const kind = isText(reason) && reason !== OVERRIDE.kind ? reason : 'UNKNOWN'
  if (rest['errorCode']) return { value: null, reason: { kind: 'ERROR', errorKind: codeOf(rest) } }
  return {
    value: value as SourceFlag['value'],
    ...(typeof version === 'number' && { version }),
    reason: { ...details, ...(isText(variant) && { variant }), kind },
  }
}

function addressOf({ url, endpoint }: Record<string, unknown>, resolve: Resolve): string | undefined {
  const { origin, requestUri } = isRecord(endpoint) ? endpoint : {}
  if (isText(url)) return resolve(url)
  return isText(requestUri) ? resolve(requestUri, isText(origin) ? origin : undefined) : undefined
}
