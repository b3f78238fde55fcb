import { createHttp } from '../core/http/http.ts'
import type { LatePlatform } from '../core/ports/platform.ts'
import type { FlagsPart } from '../flags/flags.ts'
import { followChanges } from '../ofrep/followChanges.ts'
import { createOfrep, type OfrepOptions, type StartFollowing } from '../ofrep/ofrep.ts'
import type { FakePlatform } from '../testing/fakePlatform.ts'

const followingAtOnce: StartFollowing = (needs) =>
  followChanges({ ...needs, http: createHttp(needs.platform as LatePlatform) })

/** The layer's flags from a server of OFREP, with all of their parts loaded at once. */
export const ofrepAtOnce = (options: OfrepOptions, { tabs, channel = () => undefined }: FakePlatform): FlagsPart =>
  createOfrep(options, { tabs, channel }, () => followingAtOnce)
