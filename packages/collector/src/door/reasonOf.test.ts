import { expect, test } from 'vitest'
import { reasonOf } from './reasonOf.ts'

const withCode = (code: string, rest: object = {}, options?: ErrorOptions) =>
  Object.assign(new Error('Key (name)=(secret) already exists.', options), { code }, rest)

test.each<[string, unknown, string]>([
  ['a code of the system', withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  ['a SQLSTATE', withCode('42501'), '42501'],
  ['an error that wraps another one', new Error('secret', { cause: withCode('53100') }), '53100'],
  [
    'a code around another one',
    withCode('PLT_KFK_NETWORK', {}, { cause: withCode('ECONNRESET') }),
    'PLT_KFK_NETWORK, ECONNRESET',
  ],
  [
    'several errors',
    new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED'), withCode('ETIMEDOUT')]),
    'ECONNREFUSED, ETIMEDOUT',
  ],
  [
    'an error of SQLite',
    withCode('ERR_SQLITE_ERROR', { errcode: 13, errstr: 'database or disk is full' }),
    'ERR_SQLITE_ERROR, database or disk is full',
  ],
  [
    'a message of the collector',
    new Error('The store has not answered within 5000 milliseconds.'),
    'The store has not answered within 5000 milliseconds.',
  ],
  ['any other message', new Error('secret'), 'unknown'],
  ['a code that is a sentence', withCode('secret of somebody'), 'unknown'],
  ['no error', 'secret', 'unknown'],
  ['nothing', undefined, 'unknown'],
])('%s', (_, error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

test('an error that is its own cause has an end', () => {
  const error = withCode('EIO')
  error.cause = error
  expect(reasonOf(error)).toBe('EIO')
})
