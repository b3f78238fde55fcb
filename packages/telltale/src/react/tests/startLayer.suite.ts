import type { Json } from '../../core/model/json.ts'
import type { HttpRequest } from '../../core/ports/transport.ts'
import type { FlagClientOptions } from '../../client/flagClientOptions.ts'
import type { RunningFlags, FlagsPart } from '../../flags/flags.ts'
import type { Telltale } from '../../layer/createTelltale.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import type { Settings } from '../../layer/settings.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform, type FakePlatform } from '../../testing/fakePlatform.ts'
import { fakeStream, type FakeAnswer } from '../../testing/fakeTransport.ts'

const TOKENS = ['0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10', '77e0a2f4-0d7b-4c0b-8f0e-5b8f3f1f6c22'] as const
const ids = { internal: 'p', external: 'p' }

export interface Start {
  flags?: Record<string, Json>
  options?: Partial<FlagClientOptions>
  settings?: Partial<Settings>
  /** What an earlier visit of the same browser has left. */
  disk?: FakeDisk
  /** Answers in place of the services, where it answers. */
  answer?: (request: HttpRequest) => FakeAnswer | Promise<FakeAnswer> | undefined
}

export interface TestLayer {
  telltale: Telltale
  platform: FakePlatform
  disk: FakeDisk
  /** `key=value`, of each that was recorded. */
  exposures: string[]
  /** How many watch a flag now. */
  watchers(): number
  /** What who-am-i and the flag service say from now on, when they are asked. */
  serve(next: { person?: Record<string, Json>; flags?: Record<string, Json> }): void
  /** One flag by a patch; several at once by a put. */
  change(values: Record<string, Json>): Promise<void>
  /** Another token, which who-am-i is asked with. */
  signIn(): Promise<void>
}

/** The settings of a layer whose flags a test changes through the stream, as the flag service would. */
export function layerSettings(start: Start = {}) {
  const streams: ReturnType<typeof fakeStream>[] = []
  const { disk = fakeDisk(), flags = {}, options = {}, answer, settings } = start
  const exposures: string[] = []
  let served = { person: { unique_identity: 'ida', user_name: 'Ida Berg' } as Record<string, Json>, flags }
  let token = 0
  let version = 1
  let watching = 0

  const platform = fakePlatform((request) => {
    const given = answer?.(request)
    if (given) return given
    if (request.url.includes('who-am-i')) return { status: 200, body: served.person }
    if (!request.url.includes('/eval/')) return { status: 200, body: wire(served.flags, 0) }
    const stream = fakeStream()
    streams.push(stream)
    // As the service does when a stream opens; a bootstrap is left as it is.
    if (Object.keys(served.flags).length > 0)
      stream.push(`event: put\ndata: ${JSON.stringify(wire(served.flags, 0))}\n\n`)
    return { status: 200, chunks: stream.chunks }
  }, disk)

  const wire = (values: Record<string, Json>, variation: number) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, version, variation }]))
  const part = launchDarkly({ clientSideId: 'env', streaming: true, sendEvents: false, ...options }) as FlagsPart
  const all: Settings = {
    promotion: 'sandbox',
    app: { name: 'Test' },
    api: { production: 'https://a', staging: 'https://a', sandbox: 'https://a' },
    projects: { production: ids, staging: ids, sandbox: ids },
    auth: { token: () => TOKENS[token] },
    flags: {
      name: 'counted',
      start(host) {
        host.bus.on('exposure', ({ key, flag }) => exposures.push(`${key}=${JSON.stringify(flag?.value)}`))
        return counted(part.start(host), (difference) => (watching += difference))
      },
    } satisfies FlagsPart as FlagsPart,
    ...settings,
  }

  return {
    settings: all,
    platform,
    disk,
    exposures,
    watchers: () => watching,
    serve(next: { person?: Record<string, Json>; flags?: Record<string, Json> }) {
      version += 1
      served = { ...served, ...next }
    },
    async change(values: Record<string, Json>) {
      served = { ...served, flags: { ...served.flags, ...values } }
      version += 1
      const keys = Object.keys(values)
      const [event, data] =
        keys.length > 1
          ? ['put', wire(served.flags, 1)]
          : ['patch', { key: keys[0], ...wire(values, 1)[keys[0] ?? ''] }]
      for (const { push } of streams) push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      await platform.settle()
    },
    nextToken: () => (token = (token + 1) % TOKENS.length),
  }
}

/** A layer that has its flags. */
export async function startLayer(start: Start = {}): Promise<TestLayer> {
  const { settings, nextToken, ...rest } = layerSettings(start)
  const telltale = createTelltaleAtOnce(settings, rest.platform)
  await rest.platform.clock.advance(10)
  return {
    ...rest,
    telltale,
    async signIn() {
      nextToken()
      await telltale.identity.refresh()
      await rest.platform.settle()
    },
  }
}

function counted<T extends RunningFlags>(flags: T, onCount: (difference: number) => void): T {
  return {
    ...flags,
    watch(...given: Parameters<RunningFlags['watch']>) {
      onCount(1)
      const end = flags.watch(...given)
      return () => {
        onCount(-1)
        end()
      }
    },
  }
}
