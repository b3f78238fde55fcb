import { hostileObjects } from './hostileObjects.mjs'

/** The length of a text that makes a quadratic expression take minutes. */
const LONG = 100_000

/** Texts of which a bad regular expression tries every part of every part: a unit that is repeated, and what comes after it. */
const REPEATED = [
  ['letters before an at sign', 'a', '@'],
  ['letters without an at sign', 'a', ''],
  ['labels of a host', 'a.', ''],
  ['labels after an at sign', 'a@a.', '!'],
  ['at signs', '@', ''],
  ['addresses of mail without an end', 'a@a', ''],
  ['addresses of mail', 'anna@example.com,', ''],
  ['local parts with plus signs', 'a+', '@'],
  ['hyphens in a host', 'x@-', ''],
  ['letters with umlauts', 'ä', '@'],
  ['digits', '7', ''],
  ['fours', '4', 'x'],
  ['digits in groups', '4111 ', ''],
  ['digits with hyphens', '1-', ''],
  ['digits with dots', '1.', 'x'],
  ['cards', '4111 1111 1111 1111 ', ''],
  ['country codes', '+1 ', ''],
  ['plus signs', '+', '1'],
  ['words of telephones', 'Tel. ', ''],
  ['words of telephones with a digit', 'call me at 1 ', ''],
  ['brackets around digits', '(0)', ''],
  ['beginnings of IBANs', 'DE00', ''],
  ['beginnings of IBANs with spaces', 'GB82 WEST ', ''],
  ['beginnings of tokens', 'eyJ', ''],
  ['beginnings of tokens with dots', 'eyJ.', ''],
  ['tokens of three parts', 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA.', ''],
  ['schemes', 'Bearer ', ''],
  ['schemes without a space', 'Basic', ''],
  ['names of authorization', 'Authorization: ', ''],
  ['prefixes of keys', 'sk_live_', ''],
  ['other prefixes of keys', 'ghp_xoxb-AKIA', ''],
  ['prefixes of keys with a dot', 'SG.', ''],
  ['beginnings of private keys', '-----BEGIN PRIVATE KEY-----\n', ''],
  ['hyphens', '-', 'BEGIN'],
  ['names of passwords', 'password=', ''],
  ['names of passwords with spaces', 'password    ', '='],
  ['names of passwords in quotes', '"password":"', ''],
  ['spaces', ' ', 'x'],
  ['line breaks', '\n', 'x'],
  ['encoded percent signs', '%25', ''],
  ['encoded percent signs with an end', '%25', '40'],
  ['encoded at signs', '%40', ''],
  ['percent signs', '%', ''],
  ['halves of percent encodings', '%C3', ''],
  ['codes that are no percent encoding', '%zz', ''],
  ['opening braces', '{', ''],
  ['opening brackets', '[', ''],
  ['beginnings of objects', '{"a":', ''],
  ['quotes', '"', ''],
  ['unbalanced quotes', '"\'', '"'],
  ['backslashes', '\\', '"'],
  ['escaped quotes', '\\"', ''],
  ['slashes', '/', 'share'],
  ['paths of shares', '/share/', ''],
  ['question marks', '?', ''],
  ['parameters', '&a=b', ''],
  ['parameters without a value', '?token=&', ''],
  ['protocols', 'https://', ''],
  ['mixed letters and digits', 'aB3', ''],
  ['hexadecimal digits', '0f', 'g'],
  ['lone high surrogates', '\uD800', ''],
  ['lone low surrogates', '\uDC00', '@example.com'],
  ['pairs of surrogates', '😀', '@'],
  ['null characters', '\0', ''],
  ['marks that change the direction of a text', '\u202E', 'anna@example.com'],
  ['spaces without a width', 'a\u200B', '@example.com'],
  ['combining accents', 'e\u0301', '@'],
  ['digits of another script', '٤', ''],
]

/**
 * Valid values of an event that nobody would send. A function that takes secrets out of them must not throw, must return
 * something that JSON can hold, and must be fast.
 *
 * @type {readonly { name: string, value: unknown }[]}
 */
export const HOSTILE = [
  ...REPEATED.map(([name, unit = '', end = '']) => ({
    name: `100 kB of ${name}`,
    value: unit.repeat(Math.ceil((LONG - end.length) / unit.length)) + end,
  })),
  ...hostileObjects(),
]
