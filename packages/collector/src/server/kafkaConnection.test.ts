import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kafkaConnection } from './kafkaConnection.ts'

/** A certificate that signs itself, and its key. Nobody trusts it. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUJDdhp+tCfRP3UyiwFzq96a+wPJwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJY29sbGVjdG9yMCAXDTI2MTEyOTA3MDUxOVoYDzIxMjYxMTA1
MDcwNTE5WjAUMRIwEAYDVQQDDAljb2xsZWN0b3IwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARc7EIpHPIyS3JXFeWL7jImyCVUCdgyGSLcP2DG3vZ49sbLDt1X2GKc
lNFdMdHPArC5Irb1l8E7wb/KWLfKRMsho1MwUTAdBgNVHQ4EFgQUcMkEBD2y65q8
v+k3E2TdsUxlu90wHwYDVR0jBBgwFoAUcMkEBD2y65q8v+k3E2TdsUxlu90wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA5Hbl/fwfQtCZOr4abKk5
ZIwYM4L8zSjjh5MFVo3LQf4CIFkfoDYYyASQ8LcR1BMg26RnWX8QO7yF1cE/bQ3i
Zcaj
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgs3w9K1YMb3+TdS9Z
qufAysuK+FPsnaidm7a0ORZCrvyhRANCAARc7EIpHPIyS3JXFeWL7jImyCVUCdgy
GSLcP2DG3vZ49sbLDt1X2GKclNFdMdHPArC5Irb1l8E7wb/KWLfKRMsh
-----END PRIVATE KEY-----`

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'kafka-connection-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const encrypted = (passphrase: string) =>
  createPrivateKey(KEY).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString()

test.each([
  [{}, {}],
  [{ kafkaTls: true }, { ssl: true }],
  [{ kafkaTls: false }, { ssl: false }],
])('%j is %j', async (choice, connection) => {
  expect(await kafkaConnection(choice)).toEqual(connection)
})

test('the files switch TLS on, and are read', async () => {
  const kafkaCa = file('ca.pem', CERTIFICATE)
  expect(await kafkaConnection({ kafkaCa })).toEqual({ ssl: { ca: CERTIFICATE } })
  const kafkaCert = file('cert.pem', CERTIFICATE)
  const key = encrypted('hunter2')
  const choice = { kafkaCert, kafkaKey: file('key.pem', key), kafkaKeyPassphrase: 'hunter2', kafkaTls: true }
  expect(await kafkaConnection(choice)).toEqual({ ssl: { cert: CERTIFICATE, key, passphrase: 'hunter2' } })
})

test.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const)(
  '%s needs a user with a password',
  async (mechanism) => {
    const login = { kafkaMechanism: mechanism, kafkaUsername: 'me', kafkaPassword: 'hunter2' }
    expect(await kafkaConnection(login)).toEqual({ sasl: { mechanism, username: 'me', password: 'hunter2' } })
  },
)

test('OAUTHBEARER needs a token', async () => {
  const login = { kafkaMechanism: 'OAUTHBEARER', kafkaToken: 'hunter2' } as const
  expect(await kafkaConnection(login)).toEqual({ sasl: { mechanism: 'OAUTHBEARER', token: 'hunter2' } })
})

test.each([
  [{ kafkaUsername: 'me', kafkaPassword: 'hunter2' }, 'A login at Kafka needs --kafka-mechanism'],
  [{ kafkaToken: 'hunter2' }, 'A login at Kafka needs --kafka-mechanism'],
  [{ kafkaMechanism: 'PLAIN', kafkaPassword: 'hunter2' } as const, 'PLAIN needs --kafka-username and --kafka-password'],
  [{ kafkaMechanism: 'PLAIN', kafkaUsername: 'me' } as const, 'PLAIN needs --kafka-username and --kafka-password'],
  [{ kafkaMechanism: 'OAUTHBEARER', kafkaPassword: 'hunter2' } as const, 'OAUTHBEARER needs --kafka-token'],
])('half a login is refused, and no password is quoted: %j', async (choice, said) => {
  const message = await messageOf(choice)
  expect(message).toContain(said)
  expect(message).not.toContain('hunter2')
})

test('files that cannot be used are refused with the option that names them', async () => {
  const [kafkaCert, kafkaKey] = [file('cert.pem', CERTIFICATE), file('key.pem', KEY)]
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const missing = join(folder, 'missing.pem')
  for (const [choice, said] of [
    [{ kafkaCa: missing }, `The file ${missing} of --kafka-ca cannot be read: ENOENT.`],
    [{ kafkaCa: file('empty.pem', '') }, 'of --kafka-ca has no certificate in PEM.'],
    [{ kafkaCa: kafkaKey }, 'of --kafka-ca has no certificate in PEM.'],
    [{ kafkaCa: kafkaCert, kafkaTls: false }, '--kafka-tls is false. Leave out --kafka-ca, or set it to true.'],
    [{ kafkaCert }, 'Set both --kafka-cert and --kafka-key.'],
    [{ kafkaKey }, 'Set both --kafka-cert and --kafka-key.'],
    [{ kafkaCa: kafkaCert, kafkaKeyPassphrase: 'hunter2' }, '--kafka-key-passphrase is for --kafka-key'],
    [{ kafkaCert, kafkaKey: file('other.pem', String(other)) }, 'cannot be used together: ERR_'],
    [{ kafkaCert, kafkaKey: file('locked.pem', encrypted('hunter2')) }, 'cannot be used together: ERR_'],
    [{ kafkaCert, kafkaKey: kafkaCert }, 'cannot be used together: ERR_'],
  ] as const) {
    const message = await messageOf(choice)
    expect(message).toContain(said)
    expect(message).not.toMatch(/hunter2|PRIVATE KEY/)
  }
})

const messageOf = (choice: Parameters<typeof kafkaConnection>[0]) =>
  kafkaConnection(choice).then(
    () => 'It was taken.',
    (error: Error) => error.message,
  )
