import type { JournalWrite, Keyed } from '../core/ports/journal.ts'

type Writes<Item extends Keyed> = JournalWrite<Item, Item>[]

export const holds = <Item extends Keyed>(...items: Item[]): Writes<Item> =>
  items.map((item) => ({ type: 'hold', item }))

export const appends = <Item extends Keyed>(...items: Item[]): Writes<Item> =>
  items.map((item) => ({ type: 'append', item }))

export const releases = <Item extends Keyed>(...items: Item[]): Writes<Item> =>
  items.map((item) => ({ type: 'release', item }))
