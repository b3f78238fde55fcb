import type { EventIdentity } from '../../core/model/event.ts'
import type { HttpRequest } from '../../core/ports/transport.ts'
import { UUID } from '../tests/visitorBrowser.suite.ts'
import { userOf } from './truthLog.suite.ts'

/** What a receiver knows of an event. */
export interface Received {
  readonly id: string
  /** Who did it, as `userOf` names users; a visitor is nobody. */
  readonly user: string
  readonly plan: unknown
}

/** The user of a request for flags, as `userOf` names users. */
export function userAsked({ body = '{}' }: Pick<HttpRequest, 'body'>): string {
  const { targetingKey, anonymous, mimic_user: impersonator, organization } = JSON.parse(body).context
  if (anonymous) return userOf({})
  return userOf({
    id: targetingKey,
    ...(impersonator && { impersonator }),
    ...(organization && { accounts: { organization } }),
  })
}

interface Attribute {
  key: string
  value: { stringValue?: string; kvlistValue?: { values: Attribute[] } }
}

const plainOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, kvlistValue } }) => [
      key,
      kvlistValue ? plainOf(kvlistValue.values) : stringValue,
    ]),
  )

/** The events of a request to a receiver of OTLP, or of Segment's format. */
export function receivedIn(body: string): Received[] {
  const { resourceLogs, batch } = JSON.parse(body)
  return resourceLogs ? resourceLogs.flatMap(readLogs) : batch.filter(isOfEvent).map(readCall)
}

/** The logs that have one resource. */
const readLogs = ({ scopeLogs }: { scopeLogs: { scope: Scope; logRecords: Scope[] }[] }): Received[] =>
  scopeLogs.flatMap(({ scope, logRecords }) =>
    logRecords.map(({ attributes }) => {
      const said = plainOf(attributes)
      const impersonator = said['telltale.impersonator']
      const identity = {
        ...(said['user.id'] !== undefined && { id: said['user.id'] }),
        ...(impersonator !== undefined && { impersonator }),
        ...(said['telltale.accounts'] !== undefined && { accounts: said['telltale.accounts'] }),
      }
      return {
        id: String(said['log.record.uid']),
        user: userOf(identity as EventIdentity),
        plan: plainOf(scope.attributes)['LDFF: plan'],
      }
    }),
  )

interface Scope {
  attributes: Attribute[]
}

interface Call {
  type: string
  messageId: string
  userId?: string
  properties?: Record<string, unknown>
  context: { groupId?: string }
}

/** Calls about a user come before the call of an event. */
const isOfEvent = ({ type, messageId }: Call) => type !== 'group' && UUID.test(messageId)

function readCall({ messageId: id, userId, properties, context: { groupId } }: Call): Received {
  const [who, impersonator] = (userId?.split(' as ') ?? []).reverse()
  const identity = {
    ...(who !== undefined && { id: who }),
    ...(impersonator !== undefined && { impersonator }),
    ...(groupId !== undefined && { accounts: { organization: { key: groupId } } }),
  }
  return { id, user: userOf(identity), plan: properties?.['LDFF: plan'] }
}
