import { createHash } from 'node:crypto'

/** The same UUID for the same text, so that a test can name its events: the collector takes no other ids. */
export const uuidOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
