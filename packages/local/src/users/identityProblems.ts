import type { Problem } from '../protocol/problem.ts'
import { isRecord } from '../json/isRecord.ts'

/** The fields of who-am-i that must be strings if present. */
const TEXTS = [
  'user_id',
  'company_id',
  'company_name',
  'user_name',
  'email_address',
  'user_hash',
  'first_name',
  'last_name',
  'phone_number',
  'mimic_user',
  'company_timezone',
  'user_timezone',
  'user_created_at',
]

/** The problems of an identity that is being edited. Fields that who-am-i does not know may have any value. */
export function identityProblems(identity: unknown): readonly Problem[] {
  if (!isRecord(identity)) return [{ path: '', message: 'An identity must be an object.' }]
  const problems: Problem[] = []
  const { unique_identity: id, email_address: email, cached, user_created_at: since } = identity
  if (typeof id !== 'string' || id.trim() === '')
    problems.push({ path: 'unique_identity', message: 'unique_identity is required and must be a string.' })
  for (const name of TEXTS)
    if (identity[name] !== undefined && typeof identity[name] !== 'string')
      problems.push({ path: name, message: `"${name}" must be a string.` })
  if (typeof email === 'string' && !/^[^@\s]+@[^@\s]+$/.test(email))
    problems.push({ path: 'email_address', message: `${email} is not an e-mail address.` })
  if (cached !== undefined && typeof cached !== 'boolean')
    problems.push({ path: 'cached', message: '"cached" must be true or false.' })
  if (typeof since === 'string' && Number.isNaN(Date.parse(since)))
    problems.push({
      path: 'user_created_at',
      message: `${since} is not a valid time. Use a format like "2021-03-08T14:12:00Z".`,
    })
  return problems
}
