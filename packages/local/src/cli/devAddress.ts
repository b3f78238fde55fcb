import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findUpwards } from './starterFiles.ts'

/** The folder for the files that the services write, apart from flags and users. */
const FOLDER = '.telltale'
const FILE = join(FOLDER, 'address')

/**
 * Adds the address of the running services to a file that git ignores, where `telltale doctor` finds it. Resolves with a
 * function that removes it again. Other services may run in the same folder: the file has one line for each.
 */
export async function publishAddress(cwd: string, url: string): Promise<() => Promise<void>> {
  const file = join(cwd, FILE)
  await mkdir(join(cwd, FOLDER), { recursive: true })
  await writeFile(join(cwd, FOLDER, '.gitignore'), '*\n')
  const write = (urls: readonly string[]) => writeFile(file, urls.map((one) => `${one}\n`).join(''))
  const others = async () => (await addressesIn(file)).filter((one) => one !== url)
  await write([...(await others()), url])
  return async () => {
    const left = await others()
    await (left.length > 0 ? write(left) : rm(file, { force: true }))
  }
}

/** The address of the services that run in this folder or in one above it: of several, those that were started last. */
export async function findAddress(cwd: string): Promise<string | undefined> {
  const holder = await findUpwards(cwd, FILE)
  return holder === undefined ? undefined : (await addressesIn(join(holder, FILE))).at(-1)
}

async function addressesIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}
