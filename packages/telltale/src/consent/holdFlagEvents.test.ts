import { describe, expect, it } from 'vitest'
import type { ConsentState } from '../core/model/consent.ts'
import type { Permits } from '../core/ports/platform.ts'
import { holdFlagEvents } from './holdFlagEvents.ts'

function open() {
  let state: ConsentState = 'pending'
  const listeners = new Set<() => void>()
  const sent: string[] = []
  const permits: Pick<Permits, 'of' | 'watch'> = {
    of: (use) => (use === 'flagEvents' ? state : 'denied'),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const http = holdFlagEvents(permits as Permits)(async ({ url }) => {
    sent.push(url)
    return { outcome: 'success', status: 200, text: async () => 'from the service' }
  })
  return {
    sent,
    http: (method: 'GET' | 'POST' | 'REPORT', path: string) =>
      http({ method, url: `https://flags.test${path}` } as never),
    decide(next: ConsentState) {
      state = next
      for (const listener of [...listeners]) listener()
    },
  }
}

describe('while flag events are pending', () => {
  it('flags are asked for', async () => {
    const { http, sent } = open()
    await http('GET', '/sdk/evalx/env')
    await http('REPORT', '/sdk/evalx/env')
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['POST', '/events/bulk/env'],
    ['GET', '/sdk/goals/env'],
  ] as const)('%s %s waits until they are allowed', async (method, path) => {
    const { decide, http, sent } = open()
    const answer = http(method, path)
    await Promise.resolve()
    expect(sent).toEqual([])
    decide('granted')
    expect(await answer).toMatchObject({ status: 200 })
    expect(sent).toHaveLength(1)
  })

  it('the sender has an answer when they are denied: it is done, and there are no goals', async () => {
    const { decide, http, sent } = open()
    const answer = http('GET', '/sdk/goals/env')
    decide('denied')
    const { text, header, ...rest } = (await answer) as unknown as Response & { header(name: string): unknown }
    expect([rest, await text(), header('Date')]).toEqual([{ outcome: 'success', status: 202 }, '[]', undefined])
    expect(sent).toEqual([])
  })
})
