import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOptions, readAgain } from './addOptions.ts'
import { tidyEnvironment } from './environment.ts'
import { argumentOf, OPTION_NAMES, type OptionName, specOf } from './options.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'options-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const variableOf = (name: string) =>
  `TELLTALE_COLLECTOR_${argumentOf(name).slice(2).replaceAll('-', '_').toUpperCase()}`

interface Sources {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly file?: unknown
}

/** A command that has every option, after it has read these sources. */
function commandWith({ args = [], env = {}, file }: Sources) {
  const config = join(folder, 'collector.json')
  if (file !== undefined) writeFileSync(config, JSON.stringify(file))
  const before = { ...process.env }
  Object.assign(process.env, env, file !== undefined && { TELLTALE_COLLECTOR_CONFIG: config })
  tidyEnvironment(process.env)
  try {
    const silent = { writeErr: () => undefined }
    const command = addOptions(new Command().exitOverride().configureOutput(silent), OPTION_NAMES)
    return command.action(() => undefined).parse(args, { from: 'user' })
  } finally {
    process.env = before
  }
}
const readFrom = (sources: Sources) => commandWith(sources).opts()

/** A value of each option as a text, in the file, and what it is in code. An option without an entry does not compile. */
const sample = (text: string, json: unknown = text, value: unknown = json) => ({ text, json, value })
const SAMPLES: Readonly<Record<OptionName, ReturnType<typeof sample>>> = {
  port: sample('4811', 4811),
  host: sample('::1'),
  trustProxy: sample('off', false),
  drainMs: sample('5000', 5000),
  logLevel: sample('warn'),
  origin: sample('https://a.example.com, capacitor://localhost', ['https://a.example.com', 'capacitor://localhost']),
  keys: sample('/etc/keys.json'),
  plan: sample('one.json,two.json', ['one.json', 'two.json']),
  redact: sample('card|iban', 'card|iban', /card|iban/i),
  redactValues: sample('on', true),
  adminToken: sample('a-token-of-somebody'),
  store: sample('postgres://me:secret@db/telltale'),
  retentionDays: sample('90', 90),
  consentRetentionDays: sample('1095', 1095),
  maxBytes: sample('9000000000', 9_000_000_000),
  schema: sample('quotes'),
  lanes: sample('4', 4),
  perSecond: sample('500', 500),
  perSecondByAddress: sample('50', 50),
  maxBatchBytes: sample('1048576', 1_048_576),
  maxBatchEvents: sample('100', 100),
  maxStoredBytes: sample('2097152', 2_097_152),
  maxWaitingBytes: sample('33554432', 33_554_432),
  storeTimeoutMs: sample('10000', 10_000),
  parquet: sample('events/'),
  parquetRetentionDays: sample('365', 365),
  parquetMaxOpenBytes: sample('1000000', 1_000_000),
  parquetEveryMs: sample('5000', 5000),
  parquetBucket: sample('http://minio:9000/events/telltale'),
  parquetBucketRegion: sample('eu-central-1'),
  parquetBucketAccessKeyId: sample('AKIA'),
  parquetBucketSecretAccessKey: sample('of the bucket'),
  parquetBucketSessionToken: sample('of a day'),
  kafka: sample('kafka://one:9092,two:9092/events'),
  kafkaName: sample('quotes'),
  kafkaEveryMs: sample('100', 100),
  kafkaTakeOverMs: sample('5000', 5000),
  kafkaTls: sample('true', true),
  kafkaCa: sample('ca.pem'),
  kafkaCert: sample('cert.pem'),
  kafkaKey: sample('key.pem'),
  kafkaKeyPassphrase: sample('with a space '),
  kafkaMechanism: sample('SCRAM-SHA-512'),
  kafkaUsername: sample('collector'),
  kafkaPassword: sample('p,ä=s "s'),
  kafkaToken: sample('ey.x'),
  from: sample('kafka://one:9092/telltale-raw'),
  clean: sample('clean'),
  transactionalId: sample('dedupe-1'),
}

describe.each(OPTION_NAMES)('the option %s', (name) => {
  const { text, json, value } = SAMPLES[name]
  const argument = argumentOf(name)

  test('is read from an argument, the environment and the configuration file', () => {
    expect(readFrom({ args: [argument, text] })).toMatchObject({ [name]: value })
    expect(readFrom({ args: [`${argument}=${text}`] })).toMatchObject({ [name]: value })
    expect(readFrom({ env: { [variableOf(name)]: text } })).toMatchObject({ [name]: value })
    expect(readFrom({ file: { [name]: json } })).toMatchObject({ [name]: value })
  })

  test('has its default without them, and with an empty variable', () => {
    expect(readFrom({ env: { [variableOf(name)]: ' ' } })[name]).toEqual(specOf(name).default)
  })

  test('does not take an empty argument', () => {
    expect(() => readFrom({ args: [`${argument}=`] })).toThrow(/It must|Allowed choices/)
  })

  test.each([null, {}, [], [1], '', ' ', [['x']]])('does not take %j in the file, and says so', (wrong) => {
    const said = messageOf(() => readFrom({ file: { [name]: wrong } }))
    expect(said).toMatch(new RegExp(`^"${name}" in .*collector.json is invalid. (It must|Allowed choices)`))
  })

  test('does not take a value of another type in the file', () => {
    // Not what a text is taken for: `"false"` is not false, and "80" is not a number.
    const wrong = typeof json === 'string' ? 80 : Array.isArray(json) ? json.join() : String(json)
    expect(messageOf(() => readFrom({ file: { [name]: wrong } }))).toContain(`"${name}" in `)
  })

  test('is from the argument before the variable, and from the variable before the file', () => {
    const other = OTHERS[name] ?? { text: `${text}x`, value: `${text}x`, json: `${text}x` }
    const env = { [variableOf(name)]: text }
    expect(readFrom({ args: [argument, other.text], env, file: { [name]: json } })).toMatchObject({
      [name]: other.value,
    })
    expect(readFrom({ env, file: { [name]: other.json } })).toMatchObject({ [name]: value })
  })
})

/** Another value, of options that are no texts. */
const OTHERS: Readonly<Partial<Record<OptionName, ReturnType<typeof sample>>>> = {
  ...Object.fromEntries(
    OPTION_NAMES.filter((name) => typeof SAMPLES[name].json === 'number').map((name) => {
      const more = Number(SAMPLES[name].json) + 1
      return [name, sample(String(more), more)]
    }),
  ),
  trustProxy: sample('YES', true),
  kafkaTls: sample('0', false),
  logLevel: sample('silent'),
  origin: sample('http://localhost:3000', ['http://localhost:3000']),
  plan: sample('three.json', ['three.json']),
  redact: sample('^x$', '^x$', /^x$/i),
  redactValues: sample('no', false),
  kafkaMechanism: sample('PLAIN'),
}

function messageOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It has thrown nothing.')
}

describe('lists', () => {
  test('of several arguments are one, which takes the place of the variable and of the file', () => {
    const args = ['--plan', 'a.json', '--plan', 'b.json,c.json']
    const env = { TELLTALE_COLLECTOR_PLAN: 'd.json' }
    expect(readFrom({ args, env, file: { plan: ['e.json'] } })).toMatchObject({ plan: ['a.json', 'b.json', 'c.json'] })
  })

  test('of the file may have a comma in a value', () => {
    expect(readFrom({ file: { plan: ['a,b.json'] } })).toMatchObject({ plan: ['a,b.json'] })
  })

  test('of commas alone are no list: every origin would be admitted', () => {
    expect(() => readFrom({ args: ['--origin', ' , '] })).toThrow('It must not be empty')
    expect(() => readFrom({ env: { TELLTALE_COLLECTOR_ORIGIN: ',' } })).toThrow('It must not be empty')
  })
})

test.each(OPTION_NAMES.filter((name) => specOf(name).isSecret))('no message quotes a wrong %s', (name) => {
  for (const secret of ['hunter2', 'hunter2 hunter2 hunter2', ' '])
    for (const sources of [{ args: [`${argumentOf(name)}=${secret}`] }, { env: { [variableOf(name)]: secret } }])
      try {
        readFrom(sources)
      } catch (error) {
        expect((error as Error).message).not.toContain('hunter2')
        expect((error as Error).message).toContain(argumentOf(name))
      }
  expect(messageOf(() => readFrom({ file: { [name]: { hunter2: 'hunter2' } } }))).not.toContain('hunter2')
})

test.each([
  [{ env: { TELLTALE_COLLECTOR_ADMIN_TOKEN: 'a-token-of-somebody\n' } }, { adminToken: 'a-token-of-somebody' }],
  [{ env: { TELLTALE_COLLECTOR_PORT: ' 080\r\n' } }, { port: 80 }],
  [{ env: { TELLTALE_COLLECTOR_KAFKA_PASSWORD: ' spaces around \n' } }, { kafkaPassword: ' spaces around ' }],
  [{ args: ['--port', '1', '--port', '2'] }, { port: 2 }],
  [{ args: ['--trust-proxy'], env: { TELLTALE_COLLECTOR_TRUST_PROXY: 'false' } }, { trustProxy: true }],
  [{ file: { port: 4.81e3 } }, { port: 4810 }],
  [{ file: {} }, { port: 4810 }],
])('%j is understood', (sources, expected) => {
  expect(readFrom(sources)).toMatchObject(expected)
})

test.each(['0x10', '1e3', '1_000', '+1', '-0', '4810.0', '٤', 'Infinity', '9007199254740993'])(
  '%s is no whole number',
  (text) => {
    expect(() => readFrom({ args: [`--max-bytes=${text}`] })).toThrow('It must be a whole number, at least 1.')
  },
)

test('only one configuration file can be set', () => {
  const file = join(folder, 'empty.json')
  writeFileSync(file, '{}')
  expect(() => readFrom({ args: ['--config', file, '--config', file] })).toThrow('Set --config once.')
  expect(readFrom({ args: ['--config', file], file: { port: 1 } })).toMatchObject({ port: 4810 })
})

test('what is read again is what the file says now, but for what an argument or a variable sets', () => {
  const command = commandWith({ args: ['--keys', 'argument.json'], file: { keys: 'a.json', plan: ['a.json'] } })
  expect(readAgain(command, ['keys', 'plan'])).toEqual({ keys: 'argument.json', plan: ['a.json'] })
  writeFileSync(join(folder, 'collector.json'), '{ "keys": "b.json", "plan": ["b.json"] }')
  expect(readAgain(command, ['keys', 'plan'])).toEqual({ keys: 'argument.json', plan: ['b.json'] })
  writeFileSync(join(folder, 'collector.json'), '{}')
  expect(readAgain(command, ['keys', 'plan'])).toEqual({ keys: 'argument.json' })
})
