import type { ContextOptions, UserContext } from './contextOf.ts'
import { flagError } from './flagErrors.ts'

const MISSING =
  'No hash for secure mode: the hash function threw or returned no text, or who-am-i has no such field. Flags have fallbacks until the next identity.'

export const missingHash = () => flagError('InvalidArgument', MISSING)

/**
 * The signature of a context; `undefined` when the options want none.
 *
 * @param field what who-am-i answered in the field of the options
 * @returns rejects when there is none, with an error that says nothing of the user
 */
export function contextHash(
  context: UserContext,
  field: unknown,
  { hash, hashField }: ContextOptions,
): string | Promise<string> | undefined {
  if (hashField) return isText(field) ? field : Promise.reject(missingHash())
  return typeof hash === 'function' ? call(hash, context) : hash || undefined
}

async function call(hash: (context: UserContext) => unknown, context: UserContext): Promise<string> {
  let text: unknown
  try {
    // A copy: what the function does to it is not sent.
    text = await hash(JSON.parse(JSON.stringify(context)) as UserContext)
  } catch {
    // An application's error may hold what is secret.
  }
  if (isText(text)) return text
  throw missingHash()
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
