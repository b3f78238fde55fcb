import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { commandLine } from '../cli/commandLine.ts'
import { viteReactTs } from '../testing/freshApplications.ts'

// Inside the repository, so that the packages that the application imports resolve.
const HOME = join(import.meta.dirname, '../../.cache')

test('an incremental build checks a component again when the event that it tracks gets another name', async () => {
  await mkdir(HOME, { recursive: true })
  const folder = await mkdtemp(join(HOME, 'incremental-'))
  try {
    const component = `import { useTrack } from 'telltale/react'

export default function App() {
  const track = useTrack()
  return <button onClick={() => track('Welcome clicked', { place: 'home' })}>Go on</button>
}
`
    const tsconfig = {
      extends: '../../../../tsconfig.base.json',
      compilerOptions: { incremental: true, tsBuildInfoFile: 'build.tsbuildinfo', types: ['vite/client'] },
    }
    const application = { ...viteReactTs, 'src/App.tsx': component, 'tsconfig.json': JSON.stringify(tsconfig) }
    for (const [path, text] of Object.entries(application)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const ignored = () => {}
    await commandLine(['init', '--yes'], { cwd: folder, env: {}, isInteractive: false, out: ignored, err: ignored })
    await rm(join(folder, 'src/telltale.test.tsx'), { force: true })
    await rm(join(folder, 'src/telltale.test.ts'), { force: true })
    const build = () => execa('tsc', { cwd: folder, preferLocal: true, reject: false })

    expect(await build()).toMatchObject({ stdout: '', exitCode: 0 })
    const events = join(folder, 'src/telltaleEvents.ts')
    await writeFile(events, (await readFile(events, 'utf8')).replace('Welcome clicked', 'Start clicked'))
    expect((await build()).stdout).toMatch(/^src\/App\.tsx/m)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 300_000)
