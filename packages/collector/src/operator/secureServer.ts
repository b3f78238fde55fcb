import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresServer } from 'stage/startPostgres'
import { psql } from './readStore.ts'
import { succeed } from './runProgram.ts'

export interface Secured {
  /** The certificate by which the server is known, in a file. */
  readonly certificate: string
  /** The URL of a role with a password, as which nobody gets in without TLS. */
  readonly url: string
  readonly password: string
  /** Exchanges the certificate for another one, as happens once a year. `trust` puts it in the file. */
  renew(): { trust(): void }
}

const ROLE = 'telltale_secure'
const PASSWORD = 'correct-horse-battery'

/** Gives a server a certificate of its own for 127.0.0.1, and a role that must use TLS and a password. */
export function secureServer(server: PostgresServer, folder: string): Secured {
  const [data = ''] = psql(server.url, 'SHOW data_directory')
  const certificate = join(folder, 'server.crt')
  const make = () => {
    const [key, made] = [join(data, 'own.key'), join(data, 'own.crt')]
    const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    succeed('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', made, ...name])
    const { uid, gid } = statSync(data)
    for (const file of [key, made]) {
      chownSync(file, uid, gid)
      chmodSync(file, 0o600)
    }
  }
  const trust = () => writeFileSync(certificate, readFileSync(join(data, 'own.crt')))
  make()
  trust()
  psql(server.url, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`)
  psql(server.url, `CREATE DATABASE ${ROLE} OWNER ${ROLE}`)
  const rules = join(data, 'pg_hba.conf')
  const own = `hostssl all ${ROLE} all scram-sha-256\nhostnossl all ${ROLE} all reject\n`
  writeFileSync(rules, own + readFileSync(rules, 'utf8'))
  psql(server.url, "ALTER SYSTEM SET ssl_cert_file = 'own.crt'")
  psql(server.url, "ALTER SYSTEM SET ssl_key_file = 'own.key'")
  psql(server.url, 'ALTER SYSTEM SET ssl = on')
  psql(server.url, 'SELECT pg_reload_conf()')
  const { port } = new URL(server.url)
  return {
    certificate,
    password: PASSWORD,
    url: `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${port}/${ROLE}`,
    renew() {
      make()
      psql(server.url, 'SELECT pg_reload_conf()')
      return { trust }
    },
  }
}
