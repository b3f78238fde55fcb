import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SAMPLES = fileURLToPath(new URL('../../packages/local/samples', import.meta.url))

/** Users of `packages/local/samples/users.json`. */
const USERS = {
  dana: 'stonebridge-civil:1042',
  luis: 'stonebridge-civil:1077',
  /** Priya Raman, impersonated by Marcus Webb. */
  marcusAsPriya: 'northgate-events:3305',
  marcus: 'ironline-rentals:58',
}

export type UserName = keyof typeof USERS

interface User {
  readonly token: string
  identity: Readonly<Record<string, unknown>>
}

export interface LocalServices {
  readonly url: string
  tokenOf(user: UserName): string
  /** Changes the answer of who-am-i for a user. Resolves when it is in effect. */
  changeUser(user: UserName, fields: Readonly<Record<string, unknown>>): Promise<void>
  /** Restores the users of the samples. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** The real local services, with a copy of the sample flags and users. */
export async function startLocalServices(): Promise<LocalServices> {
  // Imported late: the package is built after this file has been read.
  const { startServices } = await import('@telltale/local')
  const folder = await mkdtemp(join(tmpdir(), 'telltale-vendors-'))
  await cp(SAMPLES, folder, { recursive: true })
  const flagsFile = join(folder, 'flags.json')
  const usersFile = join(folder, 'users.json')
  const services = await startServices({ port: 0, data: ':memory:', flagsFile, usersFile })
  const samples = await readFile(usersFile, 'utf8')
  let current = samples

  function userOf(name: UserName, users: readonly User[] = JSON.parse(samples)): User {
    const user = users.find(({ identity }) => identity['unique_identity'] === USERS[name])
    if (!user) throw new Error(`The samples have no user ${USERS[name]}.`)
    return user
  }

  async function write(text: string): Promise<void> {
    if (text === current) return
    current = text
    await writeFile(`${usersFile}.new`, text)
    await rename(`${usersFile}.new`, usersFile)
    const expected = JSON.stringify(JSON.parse(text))
    const isRead = async () => JSON.stringify(await (await fetch(`${services.url}/local/users`)).json()) === expected
    while (!(await isRead())) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  return {
    url: services.url,
    tokenOf: (name) => userOf(name).token,
    async changeUser(name, fields) {
      const users = JSON.parse(current) as User[]
      const user = userOf(name, users)
      user.identity = { ...user.identity, ...fields }
      await write(JSON.stringify(users))
    },
    restore: () => write(samples),
    async close() {
      await services.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
