import { expect, test } from 'vitest'
import { openPages, signInLink } from './signInLink.ts'

test('contains the ids of the user and the impersonator, properly escaped', () => {
  expect(signInLink('http://127.0.0.1:4800/fleet', 'a:1&b')).toBe('http://127.0.0.1:4800/fleet?as=a%3A1%26b')
  expect(signInLink('http://127.0.0.1:4800/?x=1', 'a', 'b')).toBe('http://127.0.0.1:4800/?x=1&as=a&by=b')
})

test('lists each open page once, and only web addresses', () => {
  const tab = (page: string) => ({ tab: page, page, app: '', identity: null, flags: '', openedAt: 0, lastSeenAt: 0 })
  expect(openPages([tab('http://a/'), tab('http://b/'), tab('http://a/'), tab('javascript:alert(1)')])).toEqual([
    'http://a/',
    'http://b/',
  ])
})
