import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { root } from '../ensureInstalled.mjs'

/** @typedef {{ name: string, what: string, module: string, version: string }} GoTool a binary, in words, and where it comes from */

/** The judge of the flag client: the vendor's own tests of its client SDKs. @type {GoTool} */
export const harness = {
  name: 'sdk-test-harness',
  what: "LaunchDarkly's test harness",
  module: 'github.com/launchdarkly/sdk-test-harness/v2',
  version: 'v2.41.0',
}

/** The vendor's own flag service for one's own network. @type {GoTool} */
export const relay = {
  name: 'ld-relay',
  what: "LaunchDarkly's Relay Proxy",
  module: 'github.com/launchdarkly/ld-relay/v8',
  version: 'v8.10.1',
}

/** EX_TEMPFAIL: the module proxy does not hand out the tool. Nothing was tested, and nothing here can change it. */
const UNAVAILABLE = 75

/**
 * The path of a tool written in Go, built from the module that its maker publishes if it is not there. Ends the process when it
 * cannot be built; Go says why.
 *
 * @param {GoTool} tool
 * @returns {Promise<string>}
 */
export async function ensureGoTool({ name, what, module, version }) {
  // Each version has a folder of its own: a new one is never taken for the one before.
  const folder = join(root, '.cache/go/bin', `${name}-${version}`)
  const path = join(folder, name)
  if (existsSync(path)) return path
  const command = ['install', `${module}@${version}`]
  console.log(`Building ${what} with go ${command.join(' ')} …`)
  mkdirSync(folder, { recursive: true })
  // Outside of the repository: no go.mod has a say.
  const { failed, all, message } = await execa('go', command, {
    cwd: folder,
    env: { GOBIN: folder },
    all: true,
    reject: false,
  })
  if (!failed) return path
  console.error(
    `${all || message}\n${what} could not be built, so that nothing was tested. It is built by Go: https://go.dev/dl/`,
  )
  return process.exit(isRefused(all ?? '') ? UNAVAILABLE : 1)
}

/** @param {string} output of `go install` */
export function isRefused(output) {
  return /\b(403|404|410)\b/.test(output.replace(/:\d+:/g, ''))
}
