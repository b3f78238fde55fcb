import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { readFlagsFile } from '../flags/flagsFile.ts'
import type { ServerFlag } from '../flags/serverFlag.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import type { FlagOutline } from './flagsModule.ts'

/** The flags in flags.json that browsers may see, in any environment. Rejects with an error message for the terminal. */
export async function outlinesOfFile(path: string, isAll: boolean): Promise<FlagOutline[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(
      `${path} cannot be read: ${error.message}. Name another with --flags, or make one with telltale dev.`,
    )
  })
  return outlinesOfText(text, path, isAll)
}

/** The same for the text of a file. Throws an error message for the terminal. */
export function outlinesOfText(text: string, path: string, isAll: boolean): FlagOutline[] {
  const file = readFlagsFile(text)
  if (file.outcome === 'invalid') throw new Error(`${path} cannot be used. ${file.problems.join(' ')}`)
  const flags = new Map<string, [ServerFlag, ...ServerFlag[]]>()
  for (const environment of file.value.environments.values())
    for (const flag of Object.values(environment.flags))
      if (isAll || flag.clientSideAvailability.usingEnvironmentId === true) {
        const others = flags.get(flag.key)
        flags.set(flag.key, others === undefined ? [flag] : [...others, flag])
      }
  return [...flags.values()].map(outlineOf)
}

/** `everywhere`: the same flag in each environment that has it. An application can receive the values of all of them. */
function outlineOf(everywhere: readonly [ServerFlag, ...ServerFlag[]]): FlagOutline {
  const [{ key, description, variations, offVariation, fallthrough }] = everywhere
  const all = everywhere.flatMap((flag) => flag.variations)
  return {
    key,
    ...(description !== undefined && { description }),
    // An application must always be able to handle a flag that is switched off.
    default: variations[offVariation ?? fallthrough.variation ?? 0],
    variations: all.filter((value, index) => all.findIndex((other) => isDeepStrictEqual(other, value)) === index),
  }
}

const TIMEOUT_MS = 10_000

/** The flags that a running flag service returns for an unknown user. Rejects with an error message for the terminal. */
export async function outlinesOfService(url: string, clientSideId: string): Promise<FlagOutline[]> {
  const context = Buffer.from(JSON.stringify({ kind: 'user', key: 'telltale-types', anonymous: true })).toString(
    'base64url',
  )
  const address = `${url.replace(/\/+$/, '')}/sdk/evalx/${encodeURIComponent(clientSideId)}/contexts/${context}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(`${url} does not answer: ${String(error.cause ?? error.message)}.`)
  })
  if (answer.status === 404)
    throw new Error(`The flag service at ${url} does not know the client-side id ${clientSideId}.`)
  if (!answer.ok) throw new Error(`The flag service at ${url} answered ${answer.status}.`)
  const json = parseJson(await answer.text())
  if (json.outcome === 'invalid' || !isRecord(json.value) || !Object.values(json.value).every(isRecord))
    throw new Error(`${url} is not a flag service.`)
  return Object.entries(json.value).map(([key, flag]) => {
    const value = (flag as { value?: unknown }).value ?? null
    return { key, default: typeof value === 'boolean' ? false : value }
  })
}
