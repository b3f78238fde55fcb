import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

/** Who holds a folder. `started` tells a process from a later one with the same number, where the system says it. */
interface Holder {
  readonly pid: number
  readonly started: string | null
}

/**
 * Makes this process the only one that writes to a folder, until the returned function is called or the process has ended, however it ended.
 * Processes that cannot see one another, such as those of two containers, must not share a folder.
 *
 * The files `lock.1`, `lock.2`, … are made, and the highest one counts. It is never deleted, so whoever makes the next one has seen
 * this one, and only one can make it.
 *
 * @throws a sentence, if another one holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const own = join(folder, `lock.new.${randomUUID()}`)
  const mine: Holder = { pid: process.pid, started: await startOf(process.pid) }
  await writeFile(own, JSON.stringify(mine))
  try {
    for (;;) {
      const last = await lastLock(folder)
      const holder = await holderIn(join(folder, `lock.${last}`))
      if (holder && (await isRunning(holder)))
        throw new Error(`The process ${holder.pid} writes to ${folder}. End it, or choose another folder.`)
      if (await isLinked(own, join(folder, `lock.${last + 1}`))) {
        // One that was slow may have made a number again that the next ones have deleted.
        if ((await lastLock(folder)) === last + 1) return await locked(folder, last + 1)
        await rm(join(folder, `lock.${last + 1}`), { force: true })
      }
    }
  } finally {
    await rm(own, { force: true })
  }
}

async function locked(folder: string, number: number): Promise<() => Promise<void>> {
  for (const name of await readdir(folder)) {
    const other = numberOf(name)
    if (other !== undefined && other < number) await rm(join(folder, name), { force: true })
  }
  return async () => {
    const free = join(folder, `lock.free.${randomUUID()}`)
    await writeFile(free, '{}')
    await rename(free, join(folder, `lock.${number}`))
  }
}

const numberOf = (name: string) => {
  const [, digits] = /^lock\.(\d+)$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const lastLock = async (folder: string) =>
  (await readdir(folder)).reduce((last, name) => Math.max(last, numberOf(name) ?? 0), 0)

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Undefined if the lock is free, or the machine ended while it was written. */
async function holderIn(path: string): Promise<Holder | undefined> {
  try {
    const { pid, started } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>
    return typeof pid === 'number' ? { pid, started: started ?? null } : undefined
  } catch {
    return undefined
  }
}

async function isRunning({ pid, started }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return started === null || (await startOf(pid)) === started
}

/** When a process was started, by Linux. Null on other systems, and for one that has ended and is not reaped yet. */
async function startOf(pid: number): Promise<string | null> {
  try {
    // proc(5): the name of the program, in brackets, may contain spaces and brackets. After it come the state (3) … and the start time (22).
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${boot} ${fields[19]}`
  } catch {
    return null
  }
}
