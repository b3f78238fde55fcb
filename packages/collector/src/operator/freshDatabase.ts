import { randomBytes } from 'node:crypto'
import type { PostgresServer } from 'stage/startPostgres'
import { psql } from './readStore.ts'

/** A database of its own, whose owner is a role without further rights, as the documents advise. */
export function freshDatabase(server: PostgresServer) {
  const name = `telltale_${randomBytes(6).toString('hex')}`
  psql(server.url, `CREATE ROLE ${name} LOGIN`)
  psql(server.url, `CREATE DATABASE ${name}`)
  psql(server.url, `GRANT CREATE ON DATABASE ${name} TO ${name}`)
  const as = (role: string) => {
    const url = new URL(server.url)
    url.username = role
    url.pathname = name
    return url.href
  }
  return { name, url: as(name), admin: as('postgres') }
}
