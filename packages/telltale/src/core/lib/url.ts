/** A part of a path that is a word: short, and without digits unless it is very short. */
const WORD = /^(?=\D{0,19}$|.{0,5}$)[\w-]*$/

/**
 * Returns the origin of an address and the words of its path: nothing of it can be a secret or identify a person. It is for the
 * time before the code is loaded that recognises secrets, and is stricter than `publicUrl`.
 */
export const shortUrl = (url: string): string =>
  url
    .replace(/[?#].*/s, '')
    .split('/')
    .map((part, index) => (WORD.test(part) || index < 3 ? part : ''))
    .join('/')

/** Removes the slashes at the end of a base address, so that a path can be appended. */
export const trimSlashes = (base: string): string => base.replace(/\/+$/, '')
