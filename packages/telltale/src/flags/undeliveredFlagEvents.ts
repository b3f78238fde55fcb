import type { KeyValueStorage } from '../core/ports/platform.ts'

/** Serialised events that are sent to the service in one request. */
export interface FlagEventBatch {
  /** By this id the service recognises a batch that it already has. */
  readonly id: string
  readonly body: string
}

/** The batches that the service could not be given. The next page of this origin sends them. */
export interface UndeliveredFlagEvents {
  /** Returns the stored batches, of earlier pages and of this one. */
  all(): readonly FlagEventBatch[]
  /** Stores a batch, unless the limit is reached. */
  add(batch: FlagEventBatch): void
  /** Removes a batch that was delivered or refused. */
  remove(batch: FlagEventBatch): void
}

/** The maximum number of stored characters. Browsers limit the whole storage of an origin to about 5 million. */
const MAX_CHARACTERS = 128 * 1024

/** @param environment the client-side id: batches of another environment are never returned */
export function undeliveredFlagEvents(storage: KeyValueStorage, environment: string): UndeliveredFlagEvents {
  const prefix = `flag-events:${environment}:`
  const all = () =>
    storage.keys(prefix).flatMap((key) => {
      const body = storage.get(key)
      return body ? [{ id: key.slice(prefix.length), body }] : []
    })
  return {
    all,
    add({ id, body }) {
      const stored = all().reduce((sum, batch) => sum + batch.body.length, 0)
      if (stored + body.length <= MAX_CHARACTERS) storage.set(prefix + id, body)
    },
    remove: ({ id }) => storage.remove(prefix + id),
  }
}
