import { isRecord } from '../core/lib/isRecord.ts'
import { typeName } from '../core/lib/typeName.ts'
import type { ContextOptions } from './contextOf.ts'
import type { FlagsPart } from './flagsApi.ts'
import { missingLevel, type LayerFlagOptions } from './levelOptions.ts'
import { isFlagsState } from './readBootstrap.ts'
import { isKind } from './readContext.ts'
import { layerFlags, type FlagPorts } from './layerFlags.ts'

/** Which flags: those of an environment, or of a client that the application has made. */
export type LaunchDarklyOptions<Client> =
  (LayerFlagOptions & { client?: undefined }) | (ContextOptions & { client: Client; clientSideId?: undefined })

/**
 * @param adapt makes a part of a client that is not ours
 * @param ports what a layer without flags does not need of the outside world
 */
export const createLaunchDarkly =
  <Client>(adapt: (client: Client, options: ContextOptions) => FlagsPart, ports?: FlagPorts) =>
  (options: LaunchDarklyOptions<Client>): FlagsPart => {
    // Who writes JavaScript may have given none.
    const given = (options ?? {}) as Partial<LayerFlagOptions> & { client?: Client }
    const { client, clientSideId, bootstrap } = given
    if (client && clientSideId) fail('conflicting options were provided, a client and a client side id!')
    checkContextOptions(given)
    if (client) return adapt(client, given)
    if (clientSideId === undefined || clientSideId === null || clientSideId === '') fail('client side id is not set!')
    if (typeof clientSideId !== 'string' && !isRecord(clientSideId)) {
      const type = typeName(clientSideId)
      fail(`clientSideId must be a string, but it is of the type ${type}. Copy the client-side id of the environment.`)
    }
    const missing = missingLevel(given)
    if (missing) fail(`${missing} is not set!`)
    if (isFlagsState(bootstrap)) fail('the bootstrap is an LDFlagsState (pass what its toJSON() returns)!')
    return layerFlags(given as LayerFlagOptions, ports)
  }

function checkContextOptions({ kind = 'user', hash = '', hashField }: ContextOptions) {
  if (!isKind(kind)) fail('kind must be a name of letters, digits, ".", "_" or "-", and neither "kind" nor "multi".')
  if (!['string', 'function'].includes(typeof hash)) fail('hash must be a string or a function of the context.')
  if (hashField === undefined) return
  if (typeof hashField !== 'string' || !hashField) fail('hashField must be the name of a field of who-am-i.')
  if (hash) fail('hash and hashField are both set. Set one of them.')
}

function fail(problem: string): never {
  throw new Error(`Cannot boot Launch Darkly: ${problem}`)
}
