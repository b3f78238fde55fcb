import { expect, test } from 'vitest'
import { joinVisitor } from './joinVisitor.ts'
import { readableOf } from '../core/lib/readable.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

test('a visitor is not joined while a question is open that has begun since: its answer may be an impersonated person', async () => {
  const platform = fakePlatform()
  const host = fakeHost(platform)
  const visitor = '00000000-0000-4000-8000-000000000001'
  const who = {
    status: 'known',
    epoch: 'e',
    tokenDigest: 'd',
    person: { unique_identity: 'sam' },
    name: 'Sam',
    displayIdentity: 'Sam',
  } as const
  let owner: object | undefined = { id: 'sam' }
  const late = {
    ...host,
    identity: readableOf<Identity>(who),
    questions: { ...host.questions, now: () => ({ ...host.questions.now(), owner }), watch: () => () => {} },
  }
  const key = `visitor-signs-in:${host.app.space} d`
  platform.storage.set(key, visitor)
  const recorded: string[] = []
  joinVisitor(late as never, {
    record: (name) => void recorded.push(name),
    async decide(_name, choice) {
      owner = undefined
      return choice
    },
  })
  await platform.settle()
  expect(recorded).toEqual([])
  expect(platform.storage.get(key)).toBe(visitor)
})
