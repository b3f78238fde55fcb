import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'

interface Schema {
  readonly [keyword: string]: unknown
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>
}
interface Header {
  readonly required?: boolean
  readonly schema: Schema
}
interface Answer extends Content {
  readonly headers?: Readonly<Record<string, Header>>
}
interface Parameter extends Header {
  readonly name: string
  readonly in: string
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Answer>>
}

/** An OpenAPI document, and checks of requests and answers against it. */
export interface ApiDocument {
  readonly version: string
  /** The violations of OpenAPI's own schema. */
  readonly problems: unknown
  /** Each example of the document, with its violations. */
  examples(): readonly unknown[]
  /** The violations of a request, by its headers in lower case and its JSON. */
  requestProblems(operation: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<unknown[]>
  /** The violations of an answer: its status, headers and JSON. */
  answerProblems(operation: string, answer: Response): Promise<unknown[]>
}

/** Reads a document of `docs/openapi`. */
export async function apiDocument(name: string): Promise<ApiDocument> {
  const path = fileURLToPath(new URL(`../../../../docs/openapi/${name}`, import.meta.url))
  const validator = new Validator()
  const { valid, errors } = await validator.validate(path)
  const { paths } = validator.resolveRefs() as { paths: Record<string, Record<string, Operation>> }
  // Strict mode: a misspelt keyword of a schema throws.
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })

  function judge(schema: Schema, value: unknown): unknown[] {
    const isValid = ajv.compile(schema)
    return isValid(value) ? [] : (isValid.errors ?? [])
  }

  /** `get /who-am-i` */
  function find(operation: string): Operation {
    const [method = '', at = ''] = operation.split(' ')
    const found = paths[at]?.[method]
    if (!found) throw new Error(`There is no ${operation} in ${name}.`)
    return found
  }

  const judgeHeaders = (headers: readonly (Header & { name: string })[], read: (name: string) => string | null) =>
    headers.flatMap((header) => {
      const value = read(header.name.toLowerCase())
      if (value === null) return header.required ? [`The header ${header.name} is missing.`] : []
      return judge(header.schema, value)
    })

  const all = Object.values(paths).flatMap((at) => Object.values(at))
  const contents = all.flatMap(({ requestBody, responses = {} }) => [requestBody ?? {}, ...Object.values(responses)])
  return {
    version: validator.version,
    problems: valid ? [] : errors,
    examples: () =>
      contents.flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema, example }) =>
          schema && example !== undefined ? [judge(schema, example)] : [],
        ),
      ),
    async requestProblems(operation, headers, body) {
      const { parameters = [], requestBody } = find(operation)
      const schema = requestBody?.content?.['application/json']?.schema
      return [
        ...judgeHeaders(
          parameters.filter((parameter) => parameter.in === 'header'),
          (header) => headers[header] ?? null,
        ),
        ...(schema ? judge(schema, body) : []),
      ]
    },
    async answerProblems(operation, answer) {
      const { responses } = find(operation)
      const status = String(answer.status)
      const described = responses[status] ?? responses[`${status[0]}XX`]
      if (!described) return [`The status ${status} of ${operation} is not described.`]
      const headers = Object.entries(described.headers ?? {}).map(([header, value]) => ({ ...value, name: header }))
      const schema = described.content?.['application/json']?.schema
      const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json')
      return [
        ...judgeHeaders(headers, (header) => answer.headers.get(header)),
        ...(schema && isJson ? judge(schema, await answer.json()) : []),
      ]
    },
  }
}
