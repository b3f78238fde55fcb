import { describe, expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import { ALLOWED, requestHeader, SERVICES, TAGS } from './requestHeader.ts'
import { startRehearsal, type Setup } from './startRehearsal.ts'

const rehearsal = await startRehearsal(startNodeService)
const open = (setup: Setup = {}) => rehearsal.open({ stream: [{}], ...setup })

const VALUES = [undefined, null, '', ALLOWED.slice(0, 64), ALLOWED.slice(-64)]
const PAIRS = VALUES.flatMap((id) => VALUES.map((version) => [id, version] as const))

const tagsOf = (id: string | null | undefined, version: string | null | undefined) =>
  [id && `application-id/${id}`, version && `application-version/${version}`].filter(Boolean).join(' ') || undefined

describe.each(SERVICES)('requests to the service "%s"', (service) => {
  test.each(PAIRS)('have the tags of application %j and version %j', async (applicationId, applicationVersion) => {
    const client = await open({ tags: { applicationId, applicationVersion } })
    expect(await requestHeader(client, service, TAGS)).toBe(tagsOf(applicationId, applicationVersion))
  })
})
