import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { createJiti } from 'jiti'
import { personalInPlan } from '../plan/personalInPlan.ts'
import { planDiff } from '../plan/planDiff.ts'
import { planOf } from '../plan/planOf.ts'
import { planIn } from './planIn.ts'

export const planCommand = () =>
  new Command('plan')
    .description('Writes, checks and compares plans: which events an application sends, and with which properties.')
    .addCommand(
      new Command('write')
        .description('Writes the plan of what defineEvents() has returned in a module.')
        .argument('<module>', 'a file of JavaScript or TypeScript')
        .option('--export <name>', 'what the module exports it as', 'events')
        .option('--app <name>', 'the application whose events these are')
        .option('--out <file>', 'where to write the plan', 'plan.json')
        .action(writePlan),
    )
    .addCommand(
      new Command('check')
        .description(
          'Finds properties that look personal and do not say with "x-personal" whether they are, and exits with 1 if there is one.',
        )
        .argument('<plan>', 'a plan')
        .action(checkPlan),
    )
    .addCommand(
      new Command('diff')
        .description('Says what the second plan breaks, and exits with 1 if it breaks something.')
        .argument('<before>', 'a plan')
        .argument('<after>', 'a plan')
        .action(comparePlans),
    )

interface WriteOptions {
  readonly export: string
  readonly app?: string
  readonly out: string
}

async function writePlan(file: string, { export: name, app, out }: WriteOptions): Promise<void> {
  const module: Record<string, unknown> = await createJiti(import.meta.url).import(resolve(file))
  const events = module[name]
  if (typeof events !== 'object' || events === null)
    throw new Error(`${file} has no export "${name}" with definitions of events. Set --export.`)
  const plan = planOf(events as Readonly<Record<string, object>>, app === undefined ? {} : { app })
  await writeFile(out, `${JSON.stringify(plan, null, 2)}\n`)
  const { length } = Object.keys(plan.events)
  console.log(`${out} has the plan of ${length === 1 ? 'one event' : `${length} events`}.`)
}

async function checkPlan(file: string): Promise<void> {
  const found = personalInPlan(await planIn(file))
  for (const { event, property, because, looksLike } of found)
    console.log(
      `${event} · ${property}: ${because === 'name' ? 'The name looks personal.' : `A value in the schema looks like ${looksLike}.`}`,
    )
  if (found.length === 0) return console.log('Each property that looks personal says with "x-personal" whether it is.')
  console.log('Set "x-personal" of each to true or false, or leave it out of the event.')
  process.exitCode = 1
}

async function comparePlans(...[before, after]: readonly [string, string]): Promise<void> {
  const [was, is] = await Promise.all([before, after].map(planIn))
  if (!was || !is) return
  const breaks = planDiff(was, is)
  for (const [who, title] of [
    ['pages', 'Events of pages with an earlier release are refused:'],
    ['readers', 'Tables and dashboards lose something:'],
  ] as const) {
    const some = breaks.filter((one) => one.breaks === who)
    if (some.length > 0) console.log(title)
    for (const { event, property, message } of some)
      console.log(`  ${event}${property === undefined ? '' : ` · ${property}`}: ${message}`)
  }
  if (breaks.length === 0) console.log('Nothing breaks.')
  else process.exitCode = 1
}
