import type { ClientBase } from 'pg'
import { expect, test } from 'vitest'
import { checkOwnSession, needOwnSession, type Other } from './poolerMode.ts'

interface Session {
  mark?: string
}

/** A pooler before so many sessions of a server. It gives the one that was used last, or the one that has waited longest. */
function createPooler(mode: 'session' | 'transaction', size: number, order: 'last' | 'first' = 'last') {
  const pooler = { mode, asked: 0 }
  const free: Session[] = Array.from({ length: size }, () => ({}))
  function connect() {
    let own: Session | undefined
    const take = () => (order === 'last' ? free.pop() : free.shift())
    const client = {
      processID: 1,
      on: () => client,
      connect: async () => undefined,
      async end() {
        if (own) free.push(pooler.mode === 'session' ? {} : own)
      },
      async query(question: string | { text: string }) {
        pooler.asked += 1
        const text = typeof question === 'string' ? question : question.text
        const session = own ?? take()
        if (!session) throw new Error('The pooler has no connection left.')
        if (text === 'rollback' && pooler.mode === 'transaction') {
          free.push(session)
          own = undefined
        } else if (text === 'begin' || pooler.mode === 'session') own = session
        else if (!own) free.push(session)
        const [, set] = /set_config\('telltale.session', '(.*?)'/.exec(text) ?? []
        if (set !== undefined) session.mark = set
        return { rows: [{ mark: session.mark }] }
      },
    }
    return client as unknown as ClientBase & Other
  }
  return { pooler, connect }
}

const REFUSED = { code: 'POOLER_IN_TRANSACTION_MODE', message: expect.stringContaining('Set the mode of its pool') }

test.each([
  [1, 'last'],
  [1, 'first'],
  [2, 'last'],
  [2, 'first'],
  [30, 'last'],
  [30, 'first'],
] as const)('a pooler in transaction mode with %i connections is refused (%s)', async (size, order) => {
  const { connect } = createPooler('transaction', size, order)
  await expect(needOwnSession(connect(), 2, connect)).rejects.toMatchObject(REFUSED)
})

test.each([1, 2, 30])('a pooler in session mode with %i connections is used', async (size) => {
  const { connect } = createPooler('session', size)
  const client = connect()
  await needOwnSession(client, 2, connect)
  await checkOwnSession(client)
})

test('a session that is another one than before is noticed', async () => {
  const { connect } = createPooler('session', 30)
  const client = connect()
  await needOwnSession(client, 2, connect)
  await client.query("select set_config('telltale.session', 'of another collector', false)")
  await expect(checkOwnSession(client)).rejects.toMatchObject(REFUSED)
})

test('a connection without a pooler is asked nothing', async () => {
  const { pooler, connect } = createPooler('session', 30)
  const client = connect()
  await needOwnSession(client, 1, connect)
  await checkOwnSession(client)
  expect(pooler.asked).toBe(0)
})
