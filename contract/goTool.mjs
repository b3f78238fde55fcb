import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { root } from '../scripts/ensureInstalled.mjs'

/** @typedef {{ name: string, title: string, module: string, version: string }} GoTool */

/** The vendor's tests of client-side SDKs. @type {GoTool} */
export const harness = {
  name: 'sdk-test-harness',
  title: "LaunchDarkly's test harness",
  module: 'github.com/launchdarkly/sdk-test-harness/v2',
  version: 'v2.41.0',
}

/** The vendor's flag service for a private network. @type {GoTool} */
export const relayProxy = {
  name: 'ld-relay',
  title: "LaunchDarkly's Relay Proxy",
  module: 'github.com/launchdarkly/ld-relay/v8',
  version: 'v8.10.1',
}

/** EX_TEMPFAIL: the module proxy refuses the tool, so that nothing can be tested on this machine. */
const UNAVAILABLE = 75

/**
 * The path of a tool that is written in Go, which is built if it is missing. Ends the process if the build fails.
 *
 * @param {GoTool} tool
 */
export async function ensureGoTool({ name, title, module, version }) {
  const folder = join(root, '.cache/go/bin', `${name}-${version}`)
  const path = join(folder, name)
  if (existsSync(path)) return path
  const command = ['install', `${module}@${version}`]
  console.log(`Building ${title} with go ${command.join(' ')} …`)
  await mkdir(folder, { recursive: true })
  const { failed, all, message } = await execa('go', command, { env: { GOBIN: folder }, all: true, reject: false })
  if (!failed) return path
  const output = all || message || ''
  console.error(`${output}\nNothing was tested, because Go (https://go.dev/dl/) could not build ${title}.`)
  return process.exit(isRefused(output) ? UNAVAILABLE : 1)
}

/** Whether the module proxy has answered that it does not have the tool, or does not give it. @param {string} output of `go install` */
export const isRefused = (output) => /: (403|404|410) /.test(output)
