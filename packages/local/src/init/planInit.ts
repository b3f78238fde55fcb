import { access, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { outlinesOfText } from '../flagTypes/flagOutlines.ts'
import { flagsModule } from '../flagTypes/flagsModule.ts'
import { execCommand, installCommand, runCommand } from '../project/packageManager.ts'
import { STARTER_FLAGS, STARTER_USERS } from '../project/starterFiles.ts'
import { readFlagsFile } from '../flags/flagsFile.ts'
import { editJson } from '../json/editJson.ts'
import { developmentModule } from './developmentSignIn.ts'
import { eventsModule } from './eventsModule.ts'
import { firstUse, SHOWN } from './firstUse.ts'
import { guideFile } from './guideFile.ts'
import { layerModule } from './layerModule.ts'
import { levelValues } from '../project/levelValues.ts'
import { localServices } from './localServices.ts'
import { planFiles, type FilePlanner } from './planFiles.ts'
import { planIgnored } from './planIgnored.ts'
import type { Project } from './project.ts'
import { planProvider } from './planProvider.ts'
import { sessionModule } from './sessionModule.ts'
import type { Plan } from './step.ts'
import { testModule } from './testModule.ts'
import { readVariableFiles, variablesOf } from '../project/variables.ts'
import { variablesModule } from './variablesModule.ts'

const FLAGS_FILE = 'telltale/flags.json'

/** What Telltale needs in a project. Rejects if the project's flags.json cannot be used. */
export async function planInit(project: Project): Promise<Plan> {
  const { folder, source, language } = project
  const own = await readFile(join(folder, FLAGS_FILE), 'utf8').catch(() => undefined)
  const outlines = outlinesOfText(own ?? STARTER_FLAGS, FLAGS_FILE, false)
  const flag = outlines.find(({ default: value }) => typeof value === 'boolean')?.key
  const session = project.session && sessionModule(project.session, project)
  const clientSideId = environmentIn(own ?? STARTER_FLAGS)
  const services = await servicesOf(project)

  const files = planFiles(folder)
  await files.create(FLAGS_FILE, own ?? STARTER_FLAGS)
  await files.create(
    'telltale/users.json',
    (await readFile(join(folder, 'telltale/users.json'), 'utf8').catch(() => undefined)) ?? STARTER_USERS,
  )
  const layer = `${source}/telltale.${language}`
  const test = `${source}/telltale.test.${language}`
  const flagsPath = `${source}/telltaleFlags.${language}`
  const isElsewhere = project.layer !== undefined && project.layer !== layer
  if (isElsewhere)
    files.keep(
      project.layer,
      `It creates the layer of this application. init writes neither ${layer} nor the modules that belong to it.`,
    )
  else {
    const create = unlessMoved(project, files)
    await files.create(layer, layerModule(project, clientSideId, session))
    await create(flagsPath, flagsModule(outlines, FLAGS_FILE))
    await create(`${source}/telltaleEvents.${language}`, eventsModule(project))
    if (session) await create(`${source}/telltaleSession.${session.extension}`, session.text)
    // Not again after the layer has the user of the application's own session.
    else if (await usesModule(join(folder, layer), 'telltaleDevelopment'))
      await create(`${source}/telltaleDevelopment.${language}`, developmentModule(project))
    const variables = variablesModule(project)
    if (variables !== undefined) await create(`${source}/telltaleVariables.d.ts`, variables)
  }
  // The test imports the module of flags, which an earlier run may have written.
  const canTest = !isElsewhere || project.modules.includes(flagsPath)
  if (project.testRunner && canTest) await files.create(test, testModule(project, flag))
  const provider = isElsewhere ? [] : await planProvider(project, files)
  await planVariables(project, clientSideId, files)
  const ignored = await planIgnored(project, files)
  await planScripts(project, files)

  const run = (script: string) => runCommand(project.packageManager, script)
  const exec = (command: string) => execCommand(project.packageManager, command)
  /** What was done in an earlier run is not explained again. */
  const isNew = (path: string) => files.steps.some((step) => step.type === 'create' && step.path === path)
  const missingRunner =
    canTest && !project.testRunner
      ? [
          'There is neither Vitest nor Jest in package.json, so there is no test. Install one, and run init again for a test.',
        ]
      : []
  const advice = [
    ...(project.isTelltaleInstalled
      ? []
      : [`Install the library: ${installCommand(project.packageManager, 'telltale')}`]),
    ...provider,
    ...(session && isNew(`${source}/telltaleSession.${session.extension}`) ? [session.advice] : []),
    ...ignored,
    ...(project.vendors.launchDarkly
      ? [
          'Write the keys and the values of your flags into telltale/flags.json. The codemod takes keys and defaults from it.',
          `Replace the calls of LaunchDarkly’s React SDK: ${exec('telltale codemod launchdarkly-react')}`,
        ]
      : []),
    ...(project.vendors.segment ? [`Replace the calls of Segment: ${exec('telltale codemod segment')}`] : []),
    ...(isNew(test) ? [...jestAdvice(project), `Run the test: ${testCommand(project, test)}`] : []),
    ...missingRunner,
    ...(isElsewhere ? [`Start the local services: ${run(project.scripts.services)}`] : []),
    ...(isNew(layer)
      ? [firstUse(project, flag), ...start(project, flag, services ?? localServices('').SERVICES ?? '')]
      : []),
  ]
  const hasTest = await access(join(folder, test)).then(
    () => true,
    () => false,
  )
  const reminders = [
    ...(services ? [`The services of this project are at ${services}: ${run(project.scripts.services)}.`] : []),
    ...(hasTest && project.testRunner ? [`Run the test: ${testCommand(project, test)}`] : []),
    ...missingRunner,
  ]
  return { steps: files.steps, advice, reminders }
}

/** Whether the module of the layer uses this one. One that is not there yet will. */
async function usesModule(layer: string, name: string): Promise<boolean> {
  const text = await readFile(layer, 'utf8').catch(() => undefined)
  return text === undefined || text.includes(name)
}

/** A second module of flags or events would register them twice. */
function unlessMoved({ modules, layer }: Project, files: FilePlanner): FilePlanner['create'] {
  return async (path, text) => {
    const moved = modules.find((other) => basename(other) === basename(path) && other !== path)
    if (moved === undefined || layer === undefined || modules.includes(path)) await files.create(path, text)
    else files.keep(moved, `init does not write ${path} as well.`)
  }
}

const testCommand = ({ testRunner, packageManager }: Project, path: string) =>
  execCommand(packageManager, testRunner === 'vitest' ? `vitest run ${path}` : `jest ${path}`)

/** What the test needs that init has written. Jest leaves packages as they are, and Telltale consists of ES modules. */
function jestAdvice({ testRunner, framework, hasJestConfig }: Project): readonly string[] {
  if (testRunner !== 'jest') return []
  const guide = guideFile('testing')
  if (hasJestConfig) return [`Jest has to compile node_modules/telltale, too: ${guide} shows how.`]
  const tool = framework === 'next' ? ' with next/jest' : ''
  return [`Jest has no configuration in this project, so the test fails. Write one${tool}: ${guide} shows it.`]
}

/** How to see it work, and what is left before production. */
function start(project: Project, flag: string | undefined, services: string): readonly string[] {
  const run = (script: string) => runCommand(project.packageManager, script)
  const { file, prefix } = levelValues(project.framework)
  const application = file === undefined ? 'serve your page on localhost' : run('dev')
  const switches = flag === undefined ? '' : ` Switch ${flag} under Flags, and the button changes.`
  return [
    `${SHOWN[project.view]}. Run ${run(project.scripts.services)} in one terminal, and in another ${application}. The console is at ${services}.${switches} Press the button, and its event appears under Live.`,
    file === undefined
      ? `Before production, put your own addresses into the module of the layer.`
      : `Before production, set ${['CLIENT_SIDE_ID', 'COLLECTOR'].map((name) => prefix + name).join(' and ')} where you build: until then, production has no flags and sends no events.`,
    ...(project.framework === 'next'
      ? [
          `On the server, the pages have the fallbacks of flags. The guide for Next.js shows how the HTML gets the flags of the user, and which of these files it replaces: ${guideFile('next')}.`,
        ]
      : []),
    ...(project.session
      ? []
      : [
          'In development, the signed-in user is the first of telltale/users.json, or the one whom you choose under People in the console. In the module of the layer, let person return the user of your session: until then, everybody is anonymous in production.',
        ]),
  ]
}

/** The address of the local services that the project has already. */
async function servicesOf({ folder, framework }: Project): Promise<string | undefined> {
  const variables = variablesOf(await readVariableFiles(folder), framework)
  return variables.get(`${levelValues(framework).prefix}SERVICES`)?.value
}

function environmentIn(flags: string): string {
  const file = readFlagsFile(flags)
  return (file.outcome === 'ok' ? [...file.value.environments.keys()][0] : undefined) ?? ''
}

/** Adds the missing ones of these variables. Other lines of the file may be secret: they are neither changed nor shown. */
async function planVariables(project: Project, clientSideId: string, files: FilePlanner): Promise<void> {
  const { file, prefix } = levelValues(project.framework)
  if (file === undefined) return
  const lines = Object.entries(localServices(clientSideId)).map(([name, value]) => `${prefix}${name}=${value}`)
  const isThere = await readFile(join(project.folder, file), 'utf8').then(
    (text) => text.includes(prefix),
    () => false,
  )
  if (!isThere)
    await files.append(file, [`# The local services: ${execCommand(project.packageManager, 'telltale dev')}`, ...lines])
}

/** The scripts that start the services and generate the flags module. An existing script is kept. */
async function planScripts(
  { source, language, layer, modules, scripts: names }: Project,
  files: FilePlanner,
): Promise<void> {
  const planned = `${source}/telltaleFlags.${language}`
  const isPlanned = files.steps.some(({ type, path }) => type === 'create' && path === planned)
  const flagsPath = isPlanned || layer === undefined ? planned : modules.find((path) => /\btelltaleFlags\./.test(path))
  const wanted = {
    [names.services]: 'telltale dev --strict-port',
    ...(flagsPath !== undefined && { [names.flags]: `telltale types --out ${flagsPath}` }),
  }
  await files.change('package.json', (before) => {
    const { scripts = {} } = JSON.parse(before) as { scripts?: Readonly<Record<string, string>> }
    return Object.entries(wanted).reduce(
      (text, [name, command]) => (name in scripts ? text : editJson(text, ['scripts', name], command)),
      before,
    )
  })
}
