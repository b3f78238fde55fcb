import { expect, it } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { askToForget } from './askToForget.ts'

const URL = 'https://app.test/forget-me'

async function ask(token: Promise<unknown>, url: string | null = URL, visitor?: string) {
  const requests: { url: string; method: unknown; headers: unknown; body: unknown }[] = []
  const platform = fakePlatform(({ url: asked, method, headers, body }) => {
    requests.push({ url: asked, method, headers, body })
    return { status: 202 }
  })
  const who = { status: 'unknown', reason: 'signed-out', epoch: '', ...(visitor && { visitor }) } as never
  return { answer: await askToForget({ platform, url: url ?? undefined, token, who }), requests }
}

it('the application is asked with the token of the user', async () => {
  const { answer, requests } = await ask(Promise.resolve('t1'))
  expect(answer).toEqual({ isRequested: true, status: 202 })
  expect(requests).toEqual([
    {
      url: URL,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer t1' },
      body: '{}',
    },
  ])
})

it.each([
  ['nothing', Promise.resolve(undefined)],
  ['an empty text', Promise.resolve('')],
  ['no text', Promise.resolve(5)],
])('without a token, it knows the user by its cookies, or the visitor: %s', async (_title, token) => {
  const { requests } = await ask(token, URL, 'v1')
  expect(requests.map(({ headers, body }) => [headers, body])).toEqual([
    [{ 'Content-Type': 'application/json' }, '{"visitor":"v1"}'],
  ])
})

it('a token that cannot be read does not keep the application from being asked', async () => {
  const { answer, requests } = await ask(Promise.reject(new Error('no token')))
  expect([answer.isRequested, requests.length]).toEqual([true, 1])
})

it('nobody is asked without an address', async () => {
  expect(await ask(Promise.resolve('t1'), null)).toEqual({
    answer: { isRequested: false, status: 0 },
    requests: [],
  })
})
