import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findUpwards } from '../project/starterFiles.ts'

/** The folder for the files that the services write, apart from flags and users. */
const FOLDER = '.telltale'
const FILE = join(FOLDER, 'address')

/**
 * Adds the address of the running services to a file that git ignores, where `telltale doctor` finds it. Resolves with a
 * function that removes it again. Other services may run in the same folder: the file has one line for each, with the id of its
 * process.
 */
export async function publishAddress(cwd: string, url: string): Promise<() => Promise<void>> {
  const file = join(cwd, FILE)
  await mkdir(join(cwd, FOLDER), { recursive: true })
  await writeFile(join(cwd, FOLDER, '.gitignore'), '*\n')
  const write = (lines: readonly string[]) => writeFile(file, lines.map((one) => `${one}\n`).join(''))
  const others = async () => (await linesIn(file)).filter((one) => urlIn(one) !== url)
  await write([...(await others()), `${url} ${process.pid}`])
  return async () => {
    const left = await others()
    await (left.length > 0 ? write(left) : rm(file, { force: true }))
  }
}

/** The address of the services that run in this folder or in one above it: of several, those that were started last. */
export async function findAddress(cwd: string): Promise<string | undefined> {
  const holder = await findUpwards(cwd, FILE)
  const last = holder === undefined ? undefined : (await linesIn(join(holder, FILE))).at(-1)
  return last && urlIn(last)
}

/**
 * The address of the services of this folder that have a port. Services that were killed leave their line, and others may have
 * their port: the process has to run.
 */
export async function addressAtPort(cwd: string, port: number): Promise<string | undefined> {
  const lines = await linesIn(join(cwd, FILE))
  const line = lines.find((one) => urlIn(one).endsWith(`:${port}`) && isRunning(Number(one.split(' ')[1])))
  return line && urlIn(line)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const urlIn = (line: string) => line.split(' ')[0] ?? ''

async function linesIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}
