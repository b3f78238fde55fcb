import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtCli, type BuiltCli } from '../testing/builtCli.ts'

// On Linux, the opener calls the desktop's own programs, which a test can replace.
describe.runIf(process.platform === 'linux')('telltale dev', () => {
  let cli: BuiltCli
  let folder: string
  let env: Record<string, string>
  beforeAll(async () => {
    cli = await builtCli()
    folder = await mkdtemp(join(tmpdir(), 'telltale-browser-'))
    const browser = join(folder, 'xdg-open')
    await writeFile(browser, `#!/bin/sh\necho "$1" >> '${join(folder, 'opened')}'\n`)
    await chmod(browser, 0o755)
    env = {
      // No desktop with a browser of its own. A program that is called by name is still found.
      XDG_CURRENT_DESKTOP: 'X-Generic',
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_DATA_DIRS: folder,
      XDG_CONFIG_HOME: folder,
      XDG_CONFIG_DIRS: folder,
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      BROWSER: browser,
      DISPLAY: ':0',
      CI: '',
      // Pretends that the output is an interactive terminal.
      NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true',
    }
  })
  afterAll(async () => {
    await cli.remove()
    await rm(folder, { recursive: true, force: true })
  })
  const opened = () => readFile(join(folder, 'opened'), 'utf8').catch(() => '')

  test('opens the console in a browser, except with --no-open', async () => {
    const quiet = cli.run(['dev', '--port', '0', '--data', ':memory:', '--no-open'], { env })
    await quiet.address()
    quiet.child.kill('SIGINT')
    expect(await quiet.ended).toBe(0)

    const running = cli.run(['dev', '--port', '0', '--data', ':memory:'], { env })
    const url = await running.address()
    await expect.poll(opened).toBe(`${url}\n`)
    running.child.kill('SIGINT')
    expect([await running.ended, running.err()]).toEqual([0, ''])
  })
})
