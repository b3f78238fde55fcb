import { z } from 'zod'
import { consoleState } from './consoleState.ts'
import { defineTool } from './tool.ts'
import { ToolProblem } from './toolProblem.ts'

const MAX_LISTED = 100

export const listFlags = defineTool({
  name: 'list_flags',
  title: 'Flags',
  description:
    'The flags of flags.json with their variations (the values), rules, targets and whether they are on. Each environment has a client-side id and the promotion levels that use it.',
  input: z.strictObject({
    environment: z.string().optional().describe('Only this environment: its client-side id.'),
    flag: z.string().optional().describe('Only the flag with this key.'),
    after: z
      .string()
      .optional()
      .describe('Only flags whose keys come after this one: the last key of the answer before.'),
  }),
  async run({ environment, flag, after }, services) {
    const { environments, flagsFile } = await consoleState(services)
    const shown = environments.filter(({ id }) => environment === undefined || id === environment)
    if (shown.length === 0) throw new ToolProblem(`flags.json has no environment ${environment}.`)
    const listed = shown.map(({ id, levels, flags }) => {
      const wanted = flags
        .filter(({ key }) => (flag === undefined || key === flag) && (after === undefined || key > after))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      return { id, levels, flags: wanted.slice(0, MAX_LISTED), more: Math.max(0, wanted.length - MAX_LISTED) }
    })
    if (flag !== undefined && listed.every(({ flags }) => flags.length === 0))
      throw new ToolProblem(`flags.json has no flag ${flag}.`)
    return { file: flagsFile.path, environments: listed }
  },
})

export const explainFlag = defineTool({
  name: 'explain_flag',
  title: 'Why a person has a value',
  description:
    'Why a person has, or had at some moment, a value of a flag: the value, the reason, the rule that decided, and the attributes that it compared. It is known of people whose pages have requested flags.',
  input: z.strictObject({
    flag: z.string().min(1).describe('The key of the flag.'),
    person: z.string().optional().describe('The id of the person, as in an event.'),
    visitor: z.string().optional().describe('The id of a visitor who is not signed in.'),
    accounts: z
      .record(z.string(), z.object({ key: z.string() }))
      .optional()
      .describe('By kind, such as { "company": { "key": "…" } }, as in an event.'),
    environment: z.string().optional().describe('A client-side id. Needed if there are several and no level.'),
    level: z.string().optional().describe('A promotion level, such as production, in place of the environment.'),
    at: z.number().optional().describe('The moment in milliseconds since 1970. Now if absent.'),
  }),
  run: ({ flag, person, visitor, accounts, environment, level, at = Date.now() }, services) =>
    services.send('POST', '/console/explanations', {
      ...{ flag, at, environment, level },
      identity: { id: person, visitor, accounts },
    }),
})
