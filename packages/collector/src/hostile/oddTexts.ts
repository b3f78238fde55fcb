/** Names that every object of the language has, or that the language treats in its own way. */
export const LANGUAGE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  'toJSON',
  'then',
  'length',
  'undefined',
  'null',
  'NaN',
  'expected',
  'stored',
] as const

/** Texts with at least one character that is no space, which programs that handle texts get wrong. */
export const ODD_TEXTS = [
  '0',
  '-1',
  '1e999',
  '9007199254740993',
  'true',
  '[object Object]',
  '"; drop table event; --',
  "' or ''='",
  '\\',
  '"\n\r\t"',
  '{le="+Inf"}',
  '%00%2e%2e/',
  '../../../etc/passwd',
  '\u0000x',
  'x\u0000',
  '\u0007\u001b[2J',
  '\ud800',
  'x\udfff\ud800x',
  '\uffff',
  '\ufeffx',
  '\u200b\u2060',
  '\u2028\u2029x',
  '\u202eabc\u202c',
  'مرحبا بالعالم',
  'שלום',
  'e\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  'Ǆ ß İ ı',
  '日本語',
  '<script>alert(1)</script>',
  '${7*7}',
] as const

/** Texts that look like nothing. The grammar allows them where it asks for no length. */
export const EMPTY_TEXTS = ['', ' ', '\t\n', '\u00a0', '\u3000'] as const

/** Longer than what people write, and shorter than any limit of a batch. */
export const LONG_TEXTS = [
  'x'.repeat(255),
  'y'.repeat(256),
  'ä'.repeat(4000),
  '😀'.repeat(8000),
  'z'.repeat(70_000),
] as const
