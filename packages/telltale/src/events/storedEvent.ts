import { isRecord } from '../core/lib/isRecord.ts'
import type { EventDraft, FlagSet, StoredEvent } from '../core/model/event.ts'
import type { EventWrite } from './eventWrite.ts'

/**
 * Whether something that was read from storage is an event: damage, another script of the origin or another version of the library
 * may have left something else. What the library never relies on is not checked, so that a newer version may add to it.
 */
export const isStoredEvent = (value: unknown): value is StoredEvent =>
  isStoredDraft(value) && value.identity !== undefined

export const isStoredDraft = (value: unknown): value is EventDraft =>
  isRecord(value) &&
  ['id', 'name', 'url', 'epoch'].every((name) => typeof value[name] === 'string') &&
  value['id'] !== '' &&
  Number.isFinite(value['at']) &&
  isRecord(value['properties']) &&
  isTextOrAbsent(value['credential']) &&
  (value['flagSet'] === undefined || isFlagSet(value['flagSet'])) &&
  (value['flagsUser'] === undefined || isIdentity(value['flagsUser'])) &&
  (value['identity'] === undefined || isIdentity(value['identity']))

/** Whether it is a write of this type and of an event with this id. */
export const isStoredWrite = (value: unknown, id: string, type: string): value is EventWrite =>
  isRecord(value) &&
  value['type'] === type &&
  (type === 'hold' || type === 'identify' ? isStoredDraft : isStoredEvent)(value['item']) &&
  value['item'].id === id

export const isFlagSet = (value: unknown): value is FlagSet =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['properties'])

const isIdentity = (value: unknown) =>
  isRecord(value) && isTextOrAbsent(value['id']) && isTextOrAbsent(value['impersonator'])

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'
