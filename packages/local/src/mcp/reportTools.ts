import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { openProblems } from '../../console/src/shell/openProblems.ts'
import type { Finding } from '../doctor/finding.ts'
import { stateAndConnections } from './consoleState.ts'
import { defineTool, type Tool } from './tool.ts'
import { ToolProblem } from './toolProblem.ts'

/** Runs the checks of `telltale doctor` against the services at an address. */
export type CheckProject = (url: string) => Promise<readonly Finding[]>

/** `patienceMs`: what the checks may take. A simulated fault may keep them waiting. */
export const createListProblems = (checkProject: CheckProject, patienceMs: number): Tool =>
  defineTool({
    name: 'list_problems',
    title: 'Problems',
    description:
      'What is wrong at present: problems of flags.json and users.json, the open problems that pages report to the console, the faults that are simulated, and what telltale doctor finds (without what is well).',
    input: z.strictObject({}),
    async run(_, services) {
      const checks = Promise.race([checkProject(await services.address()), tooLate(patienceMs)])
      const [{ state, connections }, findings] = await Promise.all([stateAndConnections(services), checks])
      const { flagsFile, usersFile, faults } = state
      return {
        files: [flagsFile, usersFile].filter(({ problems }) => problems.length > 0),
        pages: openProblems(connections.tabs),
        faults,
        doctor: findings.filter(({ type }) => type !== 'ok'),
      }
    },
  })

async function tooLate(ms: number): Promise<readonly Finding[]> {
  await setTimeout(ms, undefined, { ref: false })
  return [{ type: 'skipped', about: 'telltale doctor', sentence: `Its checks took longer than ${ms / 1000} s.` }]
}

export const lossReport = defineTool({
  name: 'loss_report',
  title: 'Missing events',
  description:
    'How many events pages have tracked, how many of them are stored, and what has become of the others: explained, on their way, outstanding, or unexplained.',
  input: z.strictObject({}),
  run: (_, services) => services.get('/loss'),
})

export const experimentResults = defineTool({
  name: 'experiment_results',
  title: 'Experiments',
  description:
    'What the variations of a flag have done, from the stored events. Without a flag, lists the flags that people were shown.',
  input: z.strictObject({
    flag: z.string().min(1).optional().describe('The key of the flag.'),
    app: z.string().optional().describe('The name of the application, where several share the flag.'),
    promotion: z.string().optional().describe('The promotion level.'),
    unit: z.string().optional().describe('What is compared: a person, or a kind of account.'),
  }),
  async run(place, services) {
    const given = Object.entries(place).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const query = new URLSearchParams(given)
    const path = place.flag === undefined ? 'list' : `answer?${query}`
    const said = await services.get(`/console/experiments/${path}`)
    if (said['outcome'] === 'refused') throw new ToolProblem(String(said['message']))
    if (said['outcome'] === 'no-metrics') throw new ToolProblem(`There is no metric in ${String(said['file'])} yet.`)
    return said
  },
})
