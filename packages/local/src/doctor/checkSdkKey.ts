import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findUpwards } from '../project/starterFiles.ts'
import { packagesIn } from '../init/project.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { findingsAbout, type Finding } from './finding.ts'

const SDK = '@launchdarkly/node-server-sdk'

/** Says that the key of a server is not checked, if the project in this folder or above it has the vendor's server SDK. */
export async function checkSdkKey(cwd: string): Promise<Finding[]> {
  const folder = (await findUpwards(cwd, 'package.json')) ?? cwd
  const json = parseJson(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'))
  const { dependencies, devDependencies } = json.outcome === 'ok' && isRecord(json.value) ? json.value : {}
  if (!packagesIn(dependencies, devDependencies)(SDK)) return []
  const { skipped } = findingsAbout('the SDK key of your server')
  return [skipped(`The project has ${SDK}. Its key, such as LAUNCHDARKLY_SDK_KEY, is not checked.`)]
}
