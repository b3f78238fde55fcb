import type { PoolConfig } from 'pg'
import type { Log } from '../collectorOptions.ts'
import { checkConsentDays, checkDays } from '../store/retention.ts'

/** The options of `postgresStore`. */
export interface PostgresOptions {
  /** Such as `postgres://collector@db.example.com/telltale`, or the settings of a pool of the package `pg`. PostgreSQL 14 or newer. */
  readonly url: string | PoolConfig
  /** Where the tables and views are. It is made if it is not there. `telltale` when left out. */
  readonly schema?: string
  /** How many statements may write at the same time. 2 when left out. */
  readonly lanes?: number
  /**
   * For how many days events are kept, from 1 to 3650. Their ids are kept for 7 more: so old may be what a browser sends again. It belongs
   * to the tables: the longest that a store was opened with counts, 31 if none was. `changePostgresRetention` shortens it.
   */
  readonly retentionDays?: number
  /**
   * For how many days the decisions about consent are kept, with the sign-ins that say whose they are, if it is longer than other events: from 1
   * to 3650. It belongs to the tables, too: the longest that a store was opened with counts, and tables that had no limit when they were made
   * have none.
   */
  readonly consentRetentionDays?: number
  /** For an operator: what the store has done by itself, and what it could not do. */
  readonly log?: Log
}

/** The options, complete and checked. */
export interface Settings {
  readonly pool: PoolConfig
  /** Quoted, to be put before a name: `"telltale"`. */
  readonly schema: string
  readonly lanes: number
  readonly retentionDays: number | undefined
  readonly consentRetentionDays: number | undefined
  readonly log: Log
  /** Nothing can be written. */
  readonly isReadOnly?: boolean
  /** A message without the password. */
  readonly withoutSecrets: (message: string) => string
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,39}$/

/** @throws an error whose message names the setting and what it must be */
export function readOptions(options: PostgresOptions): Settings {
  const { url, schema = 'telltale', lanes = 2, retentionDays, consentRetentionDays, log = () => undefined } = options
  const pool = typeof url === 'string' ? { connectionString: url } : url
  const password = passwordIn(pool)
  if (!SCHEMA.test(schema) || schema.startsWith('pg_'))
    throw new Error('The setting "schema" must be up to 40 of a-z, 0-9 and _, must not begin with a digit or with pg_.')
  if (!isWhole(lanes, 16)) throw new Error('The setting "lanes" must be a whole number from 1 to 16.')
  checkDays(retentionDays)
  checkConsentDays(consentRetentionDays)
  const secrets = [password, password && encodeURIComponent(password)].filter((one) => one !== undefined && one !== '')
  return {
    pool,
    schema: `"${schema}"`,
    lanes,
    retentionDays,
    consentRetentionDays,
    log,
    withoutSecrets: (message) => secrets.reduce<string>((text, secret) => text.replaceAll(secret ?? '', '…'), message),
  }
}

function passwordIn({ connectionString, password }: PoolConfig): string | undefined {
  if (connectionString === undefined) return typeof password === 'string' ? password : undefined
  // A path of a socket is an address, too, which only `pg` can read.
  if (connectionString.startsWith('/') || connectionString.startsWith('socket:')) return undefined
  // The error of an address that is none contains the address.
  const address = URL.canParse(connectionString) ? new URL(connectionString) : undefined
  if (address === undefined || !/^postgres(ql)?:$/.test(address.protocol))
    throw new Error('The setting "url" must be an address such as postgres://user:password@host:5432/database.')
  return decodeURIComponent(address.password || (address.searchParams.get('password') ?? ''))
}

const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most
