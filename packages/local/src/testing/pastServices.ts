import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { createFlagEdits } from '../editing/flagEdits.ts'
import { createFlagHistory } from '../editing/flagHistory.ts'
import { createPeopleEdits } from '../editing/peopleEdits.ts'
import { createWatchedFile } from '../files/watchedFile.ts'
import { createFlagEvents } from '../flags/flagEvents.ts'
import { createFlagPolls } from '../flags/flagPolls.ts'
import { readFlagsFile } from '../flags/flagsFile.ts'
import { createFlagStore } from '../flags/flagStore.ts'
import { createFlagStreams } from '../flags/flagStreams.ts'
import { createExplanationRoutes } from '../routes/explanationRoutes.ts'
import { createFlagEditRoutes } from '../routes/flagEditRoutes.ts'
import { createFlagRoutes } from '../routes/flagRoutes.ts'
import { createPeopleRoutes } from '../routes/peopleRoutes.ts'
import { readUsersFile } from '../users/usersFile.ts'
import { keepVersions } from '../versions/keptVersions.ts'
import {
  ENVIRONMENTS,
  FLAG_KEYS,
  randomContent,
  randomFlag,
  randomIdentity,
  type Random,
  type RandomContent,
} from './randomFlags.ts'

const URL_OF_APP = 'http://127.0.0.1'

/** The services with files of their own and the clock `now`, and random edits of flags and people. */
export async function startPastServices({ random, now }: { readonly random: Random; readonly now: () => number }) {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-moments-'))
  const [flagsPath, usersPath] = [join(folder, 'flags.json'), join(folder, 'users.json')]
  const people = ['ann', 'ben', 'cid']
  const identities = people.map((id) => ({ token: `token of ${id}`, identity: randomIdentity(random, id) }))
  await writeFile(flagsPath, JSON.stringify(randomContent(random)))
  await writeFile(usersPath, JSON.stringify(identities))
  const log = () => undefined
  const flagsFile = await createWatchedFile(flagsPath, { read: readFlagsFile, log })
  const usersFile = await createWatchedFile(usersPath, { read: readUsersFile, log })
  const flags = createFlagStore(flagsFile)
  const streams = createFlagStreams(flags)
  const history = createFlagHistory(flags)
  const peopleRoutes = createPeopleRoutes({ users: usersFile.value, edits: createPeopleEdits(usersFile) })
  const editRoutes = createFlagEditRoutes(createFlagEdits({ file: flagsFile, history }))

  const start = () => keepVersions({ flags, file: join(folder, 'versions.db'), log, now })
  let versions = start()
  let app = routes()
  function routes(): Hono {
    const polls = createFlagPolls()
    const service = { store: flags, streams, events: createFlagEvents(), polls, versions }
    return new Hono()
      .route(
        '/',
        createFlagRoutes(service, (_service, crossOrigin) => [crossOrigin]),
      )
      .route('/', createExplanationRoutes({ flags, versions: versions.store }))
      .route('/', editRoutes)
      .route('/', peopleRoutes)
  }

  async function get(path: string): Promise<unknown> {
    return (await app.request(URL_OF_APP + path)).json()
  }

  async function send(method: string, path: string, body: unknown): Promise<unknown> {
    const headers = { origin: URL_OF_APP, 'content-type': 'application/json' }
    const answer = await app.request(URL_OF_APP + path, { method, headers, body: JSON.stringify(body) })
    // An edit may be refused.
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  async function untilTaken(work: () => Promise<void>): Promise<void> {
    const { version } = flags.now()
    await work()
    await until(
      () => flags.now().version !== version,
      () => flagsFile.problems(),
    )
  }

  async function editFlagsFile(): Promise<void> {
    const content = JSON.parse(await readFile(flagsPath, 'utf8')) as RandomContent
    const { perEnvironment = {} } = content
    const key = random.of(FLAG_KEYS)
    const before = content.flags[key]
    const after = random.chance(0.1) ? undefined : randomFlag(random, key)
    // What an environment has differently needs the rest.
    if (after === undefined || random.chance(0.5))
      for (const { flags: own } of Object.values(perEnvironment)) delete own?.[key]
    // Authors forget the version.
    if (after !== undefined)
      content.flags[key] = { ...after, version: random.chance(0.5) ? (before?.version ?? 1) : after.version }
    else delete content.flags[key]
    if (random.chance(0.3)) content.segments = randomContent(random).segments
    content.flags['unlike'] = { ...randomFlag(random, 'unlike'), description: String(random.below(2 ** 31)) }
    await untilTaken(() => writeFile(flagsPath, JSON.stringify(content)))
  }

  async function breakFlagsFile(meanwhile: () => Promise<void>): Promise<void> {
    const text = await readFile(flagsPath, 'utf8')
    await writeFile(flagsPath, '{ "flags": {')
    await until(
      () => flagsFile.problems().length > 0,
      () => 'no problems',
    )
    await meanwhile()
    await writeFile(flagsPath, text)
    await until(
      () => flagsFile.problems().length === 0,
      () => flagsFile.problems(),
    )
  }

  async function editFlag(): Promise<void> {
    const [environment, key] = [random.of(ENVIRONMENTS), random.of(FLAG_KEYS)]
    if (flags.now().file.environments.get(environment)?.flags[key] === undefined) return
    if (random.chance(0.4)) await send('POST', `/console/flags/${key}`, { on: random.chance(0.7), environment })
    else await send('PUT', `/console/flags/${environment}/${key}`, randomFlag(random, key))
  }

  async function editPerson(): Promise<void> {
    const id = random.of(people)
    const identity = randomIdentity(random, id)
    if (random.chance(0.7)) return void (await send('PUT', `/console/people/${id}`, identity))
    const users = usersFile.value().map((user) => (user.identity.unique_identity === id ? { ...user, identity } : user))
    const text = JSON.stringify(users)
    await writeFile(usersPath, text)
    await until(
      () => JSON.stringify(usersFile.value()) === text,
      () => [text, usersFile.value()],
    )
  }

  async function restart(): Promise<void> {
    versions.close()
    // The file is edited meanwhile.
    if (random.chance(0.5)) await editFlagsFile()
    versions = start()
    app = routes()
  }

  return {
    flags,
    people,
    users: usersFile.value,
    clockShows: () => versions.clockShows(),
    ...{ get, send, editFlag, editFlagsFile, breakFlagsFile, editPerson, restart },
    async close() {
      history.close()
      versions.close()
      streams.close()
      flags.close()
      flagsFile.close()
      usersFile.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A file is read when the system reports that it has changed. */
async function until(isDone: () => boolean, what: () => unknown): Promise<void> {
  for (let tries = 0; !isDone(); tries++) {
    if (tries > 5_000) throw new Error(`A file was not read again: ${JSON.stringify(what())}`)
    await sleep(1)
  }
}
