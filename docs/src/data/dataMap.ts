import { sectionOf } from './sectionOf.ts'

/** An entry of the data map in the guide about privacy. */
export interface MapEntry {
  readonly where: 'localStorage' | 'IndexedDB' | 'cookie'
  /** How its keys begin, or its one key. `…` at the end stands for anything that follows. */
  readonly keys: readonly string[]
  /** The purpose by default: a word of the settings, or a sentence. */
  readonly purpose: string
  /** The names by which `purposes` gives it another purpose. */
  readonly names: readonly string[]
  readonly howLong: string
}

const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The cells of each row of a table of Markdown, without its head. */
export function rowsOf(table: string): (readonly string[])[] {
  const lines = table.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The entries of the data map. @param guide the guide about privacy */
export const dataMap = (guide: string): readonly MapEntry[] =>
  rowsOf(sectionOf(guide, 'data map')).map(([, place = '', key = '', purpose = '', howLong = '']) => ({
    where: place.replaceAll('`', '') as MapEntry['where'],
    keys: codesIn(key),
    purpose: purpose.replace(/ \(.*/, ''),
    names: codesIn(purpose),
    howLong,
  }))

/** Whether a key of the data map stands for a key of a browser. */
export const standsFor = (key: string, found: string): boolean =>
  key.endsWith('…') ? found.startsWith(key.slice(0, -1)) : found === key
