import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** A flag that is on or off for everybody, as a server-side SDK knows it. */
/** @typedef {{ version: number, isOn: boolean }} RelayFlag */

/** @typedef {{ environment: string, dataVersion: number, flags: Readonly<Record<string, RelayFlag>> }} RelayData */

/** A tar file consists of blocks of so many bytes. */
const BLOCK = 512

/**
 * The file that the Relay Proxy reads in offline mode. It looks at the flags anew only when `dataVersion` is another one.
 * [spec] https://github.com/launchdarkly/ld-relay, internal/filedata
 *
 * @param {RelayData} data
 * @returns {Buffer} tar, gzip
 */
export function relayArchive({ environment, dataVersion, flags }) {
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
  /** In the order of their paths: "-" comes before ".". @type {[name: string, content: Buffer][]} */
  const files = [
    [`${environment}-data.json`, Buffer.from(JSON.stringify(data))],
    [`${environment}.json`, Buffer.from(JSON.stringify(metadata))],
  ]
  const checksum = createHash('md5')
  for (const [, content] of files) checksum.update(content)
  const all = [...files, /** @type {[string, Buffer]} */ (['checksum.md5', checksum.digest()])]
  return gzipSync(Buffer.concat([...all.flatMap(tarEntry), Buffer.alloc(2 * BLOCK)]))
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

/**
 * A header and the content, in whole blocks.
 * [spec] POSIX.1-1988 ustar
 *
 * @param {[name: string, content: Buffer]} file
 */
function tarEntry([name, content]) {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  // The checksum is taken with blanks in its own place.
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
}
