import type { Engine, EngineTab, Profile, ProfileOptions } from './engine.ts'
import { asExpression, asScript, fromAnswer } from './asExpression.ts'
import { oneAtATime } from './oneAtATime.ts'
import { killMembers, type Member } from './processGroup.ts'
import { startXvfb } from './startXvfb.ts'
import { tabWaits } from './tabWaits.ts'
import { withTemporary } from './withTemporary.ts'
import { startWebKitProgram, type WebKitProgram } from './webkitProgram.ts'

/** WebKitGTK, driven by webkit.py: its WebDriver can neither crash a page, nor keep a profile, nor read the console. */
export async function startWebKit(): Promise<Engine> {
  const display = await startXvfb()
  const profiles = new Set<Profile>()

  async function open(options: ProfileOptions = {}): Promise<Profile> {
    const profile = await openProfile(options, display.name)
    profiles.add(profile)
    return profile
  }

  return {
    name: 'webkit',
    version: `WebKitGTK ${await versionOf(display.name)}`,
    open,
    async close() {
      await Promise.all([...profiles].map((profile) => profile.close()))
      await display.stop()
    },
  }
}

async function versionOf(display: string): Promise<string> {
  const { directory, remove } = withTemporary(undefined)
  const program = await startWebKitProgram({ directory }, display)
  await program.stop()
  remove()
  return program.version
}

async function openProfile(options: ProfileOptions, display: string): Promise<Profile> {
  const { before } = options
  const { directory, remove } = withTemporary(options.directory)
  const program = await startWebKitProgram({ ...options, directory, before: asScript(before) }, display)
  let tabs = 0
  let isClosed = false

  const killContent = oneAtATime(async () => {
    const crashed = program.openTabs().map((tab) => program.heard('crash', tab))
    await killMembers(program.group, isContent)
    await Promise.all(crashed)
    await Promise.all(program.openTabs().map((tab) => program.ask('destroy', { tab })))
  })

  async function end(stop: () => Promise<void>) {
    if (isClosed) return
    isClosed = true
    await stop()
    remove()
  }

  return {
    console: program.console,
    async openTab() {
      const tab = (tabs += 1)
      await program.ask('openTab', { tab })
      return tabOf(tab, program, killContent)
    },
    setOffline: (isOffline) => program.ask('offline', { isOffline }),
    killContent,
    kill: () => end(() => killMembers(program.group)),
    close: () => end(program.stop),
  }
}

function tabOf(tab: number, program: WebKitProgram, killContent: () => Promise<void>): EngineTab {
  const run: EngineTab['run'] = async (script, arg) => {
    const lost = Promise.race([program.heard('left', tab), program.heard('close', tab), program.heard('crash', tab)])
    const answer = program.ask('run', { tab, body: `return ${asExpression(script, arg)}` })
    // WebKit never answers for a page that is left meanwhile.
    return fromAnswer(await Promise.race([answer, lost.then(() => fail('The page was left.'))]))
  }

  return {
    run,
    goto: (url) => program.ask('goto', { tab, url }),
    ...tabWaits(run),
    reload: () => program.ask('reload', { tab }),
    back: () => program.ask('back', { tab }),
    async close() {
      const closed = program.heard('close', tab)
      await program.ask('close', { tab })
      await closed
    },
    // The crash of another tab may have closed it.
    crash: async () => void (program.openTabs().includes(tab) && (await killContent())),
  }
}

const isContent = ({ command }: Member) => command.startsWith('WebKitWebProces')

function fail(sentence: string): never {
  throw new Error(sentence)
}
