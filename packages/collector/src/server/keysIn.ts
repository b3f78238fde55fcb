import { readFile } from 'node:fs/promises'
import type { WriteKey } from '../door/access.ts'
import { isRecord } from '../door/parseJson.ts'
import { originOf } from './lists.ts'

/** Reads a file of write keys. No error quotes a key. */
export async function keysIn(file: string): Promise<Readonly<Record<string, WriteKey>>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The keys in ${file} cannot be read: ${error.code}.`)
  })
  const keys = parsed(text)
  if (!isRecord(keys) || Object.keys(keys).length === 0 || !Object.values(keys).every(isWriteKey))
    throw new Error(`${file} must be like { "key": { "app": "Quotes", "origins": ["https://app.example.com"] } }.`)
  const rules = Object.values(keys as Readonly<Record<string, WriteKey>>)
  try {
    for (const origin of rules.flatMap((rule) => rule.origins ?? [])) originOf(origin)
  } catch (error) {
    throw new Error(`The keys in ${file} are wrong. ${(error as Error).message}`, { cause: error })
  }
  return keys as Readonly<Record<string, WriteKey>>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isWriteKey = (value: unknown) =>
  isRecord(value) &&
  // A name that is misspelt would admit every origin.
  Object.keys(value).every((name) => name === 'app' || name === 'origins') &&
  (value['app'] === undefined || typeof value['app'] === 'string') &&
  (value['origins'] === undefined ||
    (Array.isArray(value['origins']) && value['origins'].every((one) => typeof one === 'string')))
