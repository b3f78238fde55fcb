// The commands of the vendor's harness. [spec] https://github.com/launchdarkly/sdk-test-harness, docs/service_spec.md

export type ValueType = 'bool' | 'int' | 'double' | 'string' | 'any'

export interface EvaluateParams {
  flagKey: string
  valueType: ValueType
  defaultValue?: unknown
  detail?: boolean | null
}

export interface CustomEventParams {
  eventKey: string
  data?: unknown
  /** With neither data nor a metric value: call the method with the key alone. */
  omitNullData?: boolean | null
  metricValue?: number | null
}

export interface IdentifyParams {
  context?: object | null
  user?: object | null
}

/** A context of one kind, as the methods of a builder would receive it. */
export interface BuildSingleParams {
  kind?: string | null
  key: string
  name?: string | null
  anonymous?: boolean | null
  private?: readonly string[] | null
  custom?: Readonly<Record<string, unknown>> | null
}

export interface ContextBuildParams {
  single?: BuildSingleParams | null
  multi?: readonly BuildSingleParams[] | null
}

export interface ContextConvertParams {
  /** JSON that may be malformed. */
  input: string
}

/** A context of one kind, attribute by attribute. */
export interface CompareSingle {
  kind: string
  key: string
  attributes?: readonly { name: string; value: unknown }[] | null
  /** `literal`: the value is a name, even if it looks like a path. */
  privateAttributes?: readonly { value: string; literal?: boolean | null }[] | null
}

export interface CompareParams {
  single?: CompareSingle | null
  multi?: readonly CompareSingle[] | null
}

export interface ContextComparisonParams {
  context1: CompareParams
  context2: CompareParams
}

/** A request to a client. The parameters have the name of the command. */
export interface Command {
  command: string
  evaluate?: EvaluateParams | null
  identifyEvent?: IdentifyParams | null
  customEvent?: CustomEventParams | null
  contextBuild?: ContextBuildParams | null
  contextConvert?: ContextConvertParams | null
  contextComparison?: ContextComparisonParams | null
}
