import { expect, test } from 'vitest'
import { openPatiently } from './openPatiently.ts'

const withCode = (code: string) => Object.assign(new Error('of the store'), { code })

function attempts(errors: readonly Error[], signal?: AbortSignal) {
  const left = [...errors]
  const logged: string[] = []
  const open = async () => {
    const error = left.shift()
    if (error) throw error
    return 'the store'
  }
  const reasons: string[] = []
  const opened = openPatiently(open, {
    onAway: (reason) => reasons.push(reason),
    ...(signal && { signal }),
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
    pauseMs: 1,
  })
  return { opened, logged, left, reasons }
}

test.each(['ECONNREFUSED', 'ENOTFOUND', '57P03', '53300'])('a store that is away (%s) is waited for', async (code) => {
  const { opened, logged } = attempts([withCode(code), withCode(code), withCode('ETIMEDOUT')])
  expect(await opened).toBe('the store')
  expect(logged).toEqual([
    `error The store cannot be reached. It is tried again. Until then, pages are told to come again. {"reason":"${code}"}`,
    'info The store can be reached. {}',
  ])
})

test.each(['28P01', '3D000', '42501', 'EACCES', 'unknown'])('a setting that is wrong (%s) is not', async (code) => {
  const { opened, logged, left } = attempts([withCode(code), withCode(code)])
  await expect(opened).rejects.toThrow('of the store')
  expect([logged, left.length]).toEqual([[], 1])
})

test('a store that can be reached at once is opened without a word', async () => {
  const { opened, logged } = attempts([])
  expect([await opened, logged]).toEqual(['the store', []])
})

test('a login that the brokers refuse, which breaks the connection, is not waited for', async () => {
  const refused = Object.assign(new Error('The setting "sasl" is wrong.', { cause: withCode('PLT_KFK_NETWORK') }), {
    name: 'WrongSetting',
  })
  const { opened, logged } = attempts([refused])
  await expect(opened).rejects.toThrow('The setting "sasl" is wrong.')
  expect(logged).toEqual([])
})

test.each([
  'self-signed certificate',
  'certificate has expired',
  'unable to verify the first certificate',
  "Hostname/IP does not match certificate's altnames",
])('a broker with a certificate that is refused (%s) is not waited for', async (said) => {
  const error = new Error(`The setting "brokers" names a Kafka cluster that cannot be used: ${said}`, {
    cause: withCode('PLT_KFK_NETWORK'),
  })
  const { opened, logged } = attempts([error])
  await expect(opened).rejects.toThrow(said)
  expect(logged).toEqual([])
})

test('the reason of each try is told', async () => {
  const { opened, reasons } = attempts([withCode('ECONNREFUSED'), withCode('57P03')])
  await opened
  expect(reasons).toEqual(['ECONNREFUSED', '57P03'])
})

test('the waiting ends when it is told to end', async () => {
  const ending = new AbortController()
  const { opened, left } = attempts(
    Array.from({ length: 10_000 }, () => withCode('ECONNREFUSED')),
    ending.signal,
  )
  ending.abort(new Error('SIGTERM'))
  await expect(opened).rejects.toThrow(Error)
  expect(left.length).toBeGreaterThan(9_000)
})
