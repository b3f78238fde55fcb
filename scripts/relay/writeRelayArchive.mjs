import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'

/** A flag that is on or off for everybody, as a server-side SDK knows it. */
/** @typedef {{ version: number, isOn: boolean }} RelayFlag */

/** @typedef {{ environment: string, dataVersion: number, flags: Readonly<Record<string, RelayFlag>> }} RelayData */

/**
 * Writes `archive.tar.gz`, which the Relay Proxy reads in offline mode. It looks at the flags anew only when `dataVersion` is another one.
 * [spec] https://github.com/launchdarkly/ld-relay, internal/filedata
 *
 * @param {string} folder
 * @param {RelayData} data
 */
export function writeRelayArchive(folder, { environment, dataVersion, flags }) {
  const metadata = {
    env: {
      envID: environment,
      envKey: 'test',
      envName: 'Test',
      projKey: 'telltale',
      projName: 'Telltale',
      mobKey: 'mob-00000000-0000-0000-0000-000000000000',
      sdkKey: { value: 'sdk-00000000-0000-0000-0000-000000000000', expiring: { value: '', timestamp: 0 } },
      defaultTtl: 0,
      secureMode: false,
      version: 1,
    },
    dataId: `"${dataVersion}"`,
  }
  const data = {
    flags: Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, serverFlag(key, flag)])),
    segments: {},
  }
  // The checksum is of the files in the order of their paths: "-" comes before ".".
  const files = {
    [`${environment}-data.json`]: JSON.stringify(data),
    [`${environment}.json`]: JSON.stringify(metadata),
  }
  const checksum = createHash('md5').update(Object.values(files).join('')).digest()
  const content = join(folder, 'content')
  mkdirSync(content, { recursive: true })
  for (const [name, bytes] of Object.entries({ ...files, 'checksum.md5': checksum }))
    writeFileSync(join(content, name), bytes)
  execFileSync('tar', ['-czf', '../next.tar.gz', ...Object.keys(files), 'checksum.md5'], { cwd: content })
  // In one step: a file that is half written would be found invalid.
  renameSync(join(folder, 'next.tar.gz'), join(folder, 'archive.tar.gz'))
}

/** @param {string} key @param {RelayFlag} flag */
function serverFlag(key, { version, isOn }) {
  return {
    key,
    version,
    on: isOn,
    variations: [true, false],
    fallthrough: { variation: 0 },
    offVariation: 1,
    prerequisites: [],
    targets: [],
    rules: [],
    clientSide: true,
    clientSideAvailability: { usingEnvironmentId: true, usingMobileKey: false },
    trackEvents: true,
    salt: key,
    deleted: false,
  }
}
