import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** The folder of a project that holds the files of the services. */
const FOLDER = 'telltale'

/** Paths relative to the folder where the search began. */
export interface StarterFiles {
  readonly flagsFile: string
  readonly usersFile: string
  /** The metrics of the project, beside its folder `telltale`. It may not be there: nobody needs it before there is an experiment. */
  readonly metricsFile: string
  /** The files that were created. */
  readonly made: readonly string[]
}

/**
 * Finds `telltale/flags.json` and `telltale/users.json` in this folder or one above it. Creates missing files beside the
 * nearest package.json, or in this folder, but not in place of those that are `named` elsewhere.
 */
export async function starterFiles(
  cwd: string,
  named: { readonly flags?: string; readonly users?: string } = {},
): Promise<StarterFiles> {
  const folder = (await projectFolder(cwd)) ?? join((await findUpwards(cwd, 'package.json')) ?? cwd, FOLDER)
  const here = relative(cwd, folder)
  const files = {
    flagsFile: named.flags ?? join(here, 'flags.json'),
    usersFile: named.users ?? join(here, 'users.json'),
  }
  const made: string[] = []
  for (const [path, content, given] of [
    [files.flagsFile, STARTER_FLAGS, named.flags],
    [files.usersFile, STARTER_USERS, named.users],
  ] as const) {
    if (given !== undefined || (await isThere(join(cwd, path)))) continue
    await mkdir(folder, { recursive: true })
    await writeFile(join(cwd, path), content, { flag: 'wx' })
    made.push(path)
  }
  return { ...files, metricsFile: join(here, '..', 'metrics.json'), made }
}

/** The folder that holds the project's flags.json: this one or the nearest above it. */
export async function projectFolder(cwd: string): Promise<string | undefined> {
  const holder = await findUpwards(cwd, join(FOLDER, 'flags.json'))
  return holder === undefined ? undefined : join(holder, FOLDER)
}

/** The nearest folder, from this one upwards, that has a file or folder of this name. */
export async function findUpwards(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    if (await isThere(join(folder, name))) return folder
    if (folder === dirname(folder)) return undefined
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** The flags.json of a new project: one flag. */
export const STARTER_FLAGS = `{
  "environments": { "production": "my-app-local", "staging": "my-app-local", "sandbox": "my-app-local" },
  "flags": {
    "new-welcome": {
      "description": "An example: greets the user by name. Only the first user has it.",
      "version": 1,
      "on": true,
      "variations": [true, false],
      "offVariation": 1,
      "fallthrough": { "variation": 1 },
      "rules": [
        {
          "id": "first-user",
          "variation": 0,
          "clauses": [{ "attribute": "email_address", "op": "endsWith", "values": ["@first.example"] }]
        }
      ],
      "clientSideAvailability": { "usingEnvironmentId": true }
    }
  },
  "segments": {}
}
`

/** The users.json of a new project: two users. */
export const STARTER_USERS = `[
  {
    "token": "11111111-1111-4111-8111-111111111111",
    "identity": {
      "unique_identity": "first:1",
      "user_id": "1",
      "company_id": "first",
      "company_name": "First Company",
      "user_name": "Ada First",
      "email_address": "ada@first.example"
    }
  },
  {
    "token": "22222222-2222-4222-8222-222222222222",
    "identity": {
      "unique_identity": "second:2",
      "user_id": "2",
      "company_id": "second",
      "company_name": "Second Company",
      "user_name": "Ben Second",
      "email_address": "ben@second.example"
    }
  }
]
`
