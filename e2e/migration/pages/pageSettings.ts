/** The settings of a page of these journeys, from its address. */
export interface PageSettings {
  /** The address of the local services. */
  readonly services: string
  readonly environment: string
  readonly users: Readonly<Record<'dana' | 'priya', { kind: string; key: string; company_id: string }>>
  /** How the React page provides the client. */
  readonly provider?: 'LDProvider' | 'withLDProvider'
}

export const readPageSettings = (): PageSettings =>
  JSON.parse(new URL(location.href).searchParams.get('settings') ?? '{}')
