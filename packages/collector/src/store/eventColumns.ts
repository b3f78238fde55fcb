/** What a store can say of many events at once without giving out their bodies. The names are those of `EventRow`. */
export const EVENT_COLUMNS = [
  'id',
  'name',
  'happened_at',
  'received_at',
  'app',
  'promotion',
  'person',
  'impersonator',
  'visitor',
  'accounts',
  'session',
  'page',
  'n',
  'url',
  'flags',
] as const
export type EventColumn = (typeof EVENT_COLUMNS)[number]

/**
 * What takes long to read. It can be read of some events only, by their names; other events have null. What the door has read of all events
 * is taken over then.
 */
export const HEAVY_COLUMNS = ['id', 'accounts', 'url', 'flags', 'properties', 'body'] as const
export type HeavyColumn = (typeof HEAVY_COLUMNS)[number]

export const isHeavy = (name: string): name is HeavyColumn => HEAVY_COLUMNS.some((one) => one === name)

/** Stores whose events can be read by columns, which takes a tenth of the time that their bodies take. */
export interface ColumnReader {
  /**
   * The same events as `EventReader.after`, some at a time: of each column that is named, a JSON array with as many values as there are
   * events. Rejects if an event cannot be read like this. `after` then reads it.
   *
   * @param heavyOf - the names of the events that have heavy columns: all of them when absent, and no properties and no body then
   */
  columns?(
    names: readonly (EventColumn | HeavyColumn)[],
    cursor: string | undefined,
    heavyOf?: readonly string[],
  ): AsyncIterable<readonly string[]>
}
