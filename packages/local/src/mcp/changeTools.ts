import { z } from 'zod'
import { consoleState } from './consoleState.ts'
import { segment, type ServicesClient } from './servicesClient.ts'
import { defineTool } from './tool.ts'
import { ToolProblem } from './toolProblem.ts'

const record = z.record(z.string(), z.unknown())
const BEFORE = 'What the change is based on. If it is not the current content, nothing is changed.'

export const setFlag = defineTool({
  name: 'set_flag',
  title: 'Change a flag',
  description:
    'Changes a flag in flags.json, as the console does: turns it on or off ("on"), or writes the whole flag ("flag"). Open pages get it at once.',
  isReadOnly: false,
  input: z.strictObject({
    key: z.string().min(1).describe('The key of the flag.'),
    environment: z.string().min(1).optional().describe('A client-side id. The first environment if absent.'),
    on: z.boolean().optional().describe('Turns the flag on or off, and leaves the rest.'),
    flag: record.optional().describe('The whole flag, as list_flags has it. A new flag if the key is new.'),
    before: record.optional().describe(`${BEFORE} Only with "flag".`),
  }),
  async run({ key, environment, on, flag, before }, services) {
    if ((on === undefined) === (flag === undefined)) throw new ToolProblem('Name either "on" or "flag".')
    if (before !== undefined && flag === undefined) throw new ToolProblem('"before" has no effect without "flag".')
    if (on !== undefined) return services.send('POST', `/console/flags/${segment(key)}`, { on, environment })
    const place = environment ?? (await firstEnvironment(services))
    return services.send('PUT', `/console/flags/${segment(place)}/${segment(key)}`, { flag, before })
  },
})

export const setSampleUser = defineTool({
  name: 'set_sample_user',
  title: 'Change a sample user',
  description:
    'Adds a user to users.json, or with "id" replaces the identity of one, as the console does. The identity is the whole answer of who-am-i.',
  isReadOnly: false,
  input: z.strictObject({
    identity: record.describe('The answer of who-am-i under its field names. It has a unique_identity.'),
    id: z.string().min(1).optional().describe('The unique_identity of the user to change. Adds a user if absent.'),
    before: record.optional().describe(`${BEFORE} Only with "id".`),
  }),
  async run({ identity, id, before }, services) {
    if (before !== undefined && id === undefined) throw new ToolProblem('"before" has no effect without "id".')
    await (id === undefined
      ? services.send('POST', '/console/people', identity)
      : services.send('PUT', `/console/people/${segment(id)}`, { identity, before }))
    // The answer of the route has the token of the user.
    return { message: 'Written.', unique_identity: identity['unique_identity'] }
  },
})

async function firstEnvironment(services: ServicesClient): Promise<string> {
  const [first] = (await consoleState(services)).environments
  if (first === undefined) throw new ToolProblem('flags.json has no environment.')
  return first.id
}
