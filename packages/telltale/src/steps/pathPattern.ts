import { attempt } from '../core/lib/attempt.ts'

/** A part of a path that is a word, such as `quotes` or `new-quote`, or a version, such as `v1`. */
const WORD = /^(?:v\d\d?|(?!.*\p{L}{20})[\p{L}\p{M}_-]*)$/u

/**
 * Returns the path of an address with `:id` in place of each part that is no word: numbers, UUIDs, tokens, e-mail addresses, and anything
 * else with a digit or a dot. For pages whose router gives no pattern.
 */
export const pathPattern = (url: string): string =>
  (attempt(() => new URL(url).pathname) ?? '')
    .split('/')
    .map((part) => (WORD.test(attempt(() => decodeURIComponent(part)) ?? '.') ? part : ':id'))
    .join('/') || '/'
