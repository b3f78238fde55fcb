import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface RelayData {
  environment: string
  /** The relay reads the flags again only if this has changed. */
  version: number
  flags: Readonly<Record<string, boolean>>
}

/**
 * Writes the archive that the Relay Proxy reads in offline mode, and returns its path.
 * [spec] https://github.com/launchdarkly/ld-relay, internal/filedata
 */
export function writeRelayArchive(folder: string, { environment, version, flags }: RelayData): string {
  const metadata = {
    env: {
      ...{ envID: environment, envKey: 'test', envName: 'Test', projKey: 'telltale', projName: 'Telltale' },
      mobKey: 'mob-00000000-0000-0000-0000-000000000000',
      sdkKey: { value: 'sdk-00000000-0000-0000-0000-000000000000', expiring: { value: '', timestamp: 0 } },
      ...{ defaultTtl: 0, secureMode: false, version: 1 },
    },
    dataId: `"${version}"`,
  }
  const entries = Object.entries(flags).map(([key, isOn]) => [key, serverFlag(key, { version, isOn })])
  // The checksum is that of the files in the order of their paths: "-" comes before ".".
  const files = {
    [`${environment}-data.json`]: JSON.stringify({ flags: Object.fromEntries(entries), segments: {} }),
    [`${environment}.json`]: JSON.stringify(metadata),
  }
  const checksum = createHash('md5').update(Object.values(files).join('')).digest()
  const content = join(folder, 'content')
  mkdirSync(content, { recursive: true })
  for (const [name, bytes] of Object.entries({ ...files, 'checksum.md5': checksum }))
    writeFileSync(join(content, name), bytes)
  execFileSync('tar', ['-czf', '../next.tar.gz', ...Object.keys(files), 'checksum.md5'], { cwd: content })
  // The relay must never find half a file.
  const archive = join(folder, 'archive.tar.gz')
  renameSync(join(folder, 'next.tar.gz'), archive)
  return archive
}

/** A flag as server-side SDKs know it, with the same value for every user. */
const serverFlag = (key: string, { version, isOn }: { version: number; isOn: boolean }) => ({
  ...{ key, version, on: isOn, variations: [true, false], fallthrough: { variation: 0 }, offVariation: 1 },
  ...{ prerequisites: [], targets: [], rules: [], trackEvents: true, salt: key, deleted: false },
  clientSide: true,
  clientSideAvailability: { usingEnvironmentId: true, usingMobileKey: false },
})
