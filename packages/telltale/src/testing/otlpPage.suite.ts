import { otlp, type OtlpOptions } from '../otlp.ts'
import { openPageOf } from './destinationPage.suite.ts'

type Value = Readonly<Record<string, unknown>>
type Attributes = readonly { readonly key: string; readonly value: Value }[]
interface Body {
  readonly resourceLogs: readonly {
    readonly resource: { readonly attributes: Attributes }
    readonly scopeLogs: readonly {
      readonly scope: { readonly attributes: Attributes }
      readonly logRecords: readonly { readonly eventName: string; readonly attributes: Attributes }[]
    }[]
  }[]
}

export const OTLP_URL = 'https://otel.test/v1/logs'

const valuesOf = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A page that sends to a receiver of OpenTelemetry, and the records that it has sent. */
export function openOtlpPage(options: Partial<OtlpOptions> = {}, page: Parameters<typeof openPageOf>[1] = {}) {
  const opened = openPageOf(otlp({ url: OTLP_URL, ...options }), page)
  const texts = () => opened.requests.filter(({ url }) => url === OTLP_URL).map(({ text }) => text)
  const resources = () => texts().flatMap((text) => (JSON.parse(text) as Body).resourceLogs)
  const scopes = () => resources().flatMap(({ scopeLogs }) => scopeLogs)
  const found = (name: string) =>
    scopes()
      .flatMap(({ logRecords }) => logRecords)
      .filter(({ eventName }) => eventName === name)
  return {
    ...opened,
    texts,
    scopes,
    resources,
    keys: (name: string) => found(name).flatMap(({ attributes }) => attributes.map(({ key }) => key)),
    records: (name: string) => found(name).map(({ attributes }) => valuesOf(attributes)),
  }
}
