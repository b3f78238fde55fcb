import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCKFILES: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/**
 * The package manager of a project: the one that package.json names, or else that of the lockfile. In a workspace both are in a folder
 * above. npm if there is neither, up to the root of the git repository.
 */
export async function packageManagerIn(folder: string): Promise<PackageManager> {
  const own = (await namedIn(folder)) ?? (await lockedIn(folder))
  const above = dirname(folder)
  if (own !== undefined) return own
  return above === folder || (await isThere(join(folder, '.git'))) ? 'npm' : packageManagerIn(above)
}

/** [vendor] Corepack: `"packageManager": "pnpm@10.2.0+sha512.…"`. */
async function namedIn(folder: string): Promise<PackageManager | undefined> {
  const manifest = parseJson(await readFile(join(folder, 'package.json'), 'utf8').catch(() => ''))
  const named = manifest.outcome === 'ok' && isRecord(manifest.value) ? manifest.value['packageManager'] : undefined
  const name = typeof named === 'string' ? named.split('@')[0] : undefined
  return LOCKFILES.find(([, manager]) => manager === name)?.[1]
}

async function lockedIn(folder: string): Promise<PackageManager | undefined> {
  for (const [file, manager] of LOCKFILES) if (await isThere(join(folder, file))) return manager
  return undefined
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** The command that runs a script of package.json, with these arguments. */
export function runCommand(manager: PackageManager, script: string, args = ''): string {
  const passed = args === '' ? '' : manager === 'npm' ? ` -- ${args}` : ` ${args}`
  return `${manager} run ${script}${passed}`
}

const EXECUTES: Readonly<Record<PackageManager, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }

/** The command that runs a program of an installed package, such as `telltale dev`. */
export function execCommand(manager: PackageManager, command: string): string {
  return `${EXECUTES[manager]} ${command}`
}

/** The command that installs a package. */
export function installCommand(manager: PackageManager, name: string): string {
  return `${manager} ${manager === 'npm' ? 'install' : 'add'} ${name}`
}

const FOR_DEVELOPMENT: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install --no-save',
  pnpm: 'pnpm add --save-dev',
  yarn: 'yarn add --dev',
  bun: 'bun add --no-save',
}

/** The command that installs a package for one use: where the package manager can, without a line in package.json. */
export function borrowCommand(manager: PackageManager, name: string): string {
  return `${FOR_DEVELOPMENT[manager]} ${name}`
}
