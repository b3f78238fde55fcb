/**
 * @typedef {object} GoTool
 * @property {string} name of the binary
 * @property {string} what it is, as a sentence's subject
 * @property {string} module
 * @property {string} version
 * @property {string} go the least version of Go
 */

/** The judge of the flag client: the vendor's own tests of its client SDKs. @type {GoTool} */
export const harness = {
  name: 'sdk-test-harness',
  what: "LaunchDarkly's test harness",
  module: 'github.com/launchdarkly/sdk-test-harness/v2',
  version: 'v2.41.0',
  go: '1.26',
}

/** The vendor's own flag service for one's own network. @type {GoTool} */
export const relay = {
  name: 'ld-relay',
  what: "LaunchDarkly's Relay Proxy",
  module: 'github.com/launchdarkly/ld-relay/v8',
  version: 'v8.10.1',
  go: '1.21',
}

/**
 * @param {GoTool} tool
 * @param {string | undefined} version what `go env GOVERSION` says; undefined when there is no Go
 * @returns {string | undefined} a sentence, when this Go will not do
 */
export function whyWrongGo({ what, go }, version) {
  const install = `install Go ${go} or later from https://go.dev/dl/ and put it on PATH.`
  if (version === undefined) return `${what} is written in Go, and there is none here: ${install}`
  const found = /^go(\d+)\.(\d+)/.exec(version.trim())
  if (!found) return undefined // a development version names no number: let it try
  const [major = 0, minor = 0] = found.slice(1).map(Number)
  const [leastMajor = 0, leastMinor = 0] = go.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `${what} needs Go ${go}, and this is ${version.trim()}: ${install}`
}

/** How a script ends when the module proxy does not hand out the tool: nothing was tested, and nothing here can change it. */
export const REFUSED = 75

const REFUSAL = /\b(403|404|410)\b[^\n]*(?:\n\s*server response:\s*([^\n]+))?/

/** @param {string} output of `go install` */
export const isRefused = (output) => REFUSAL.test(output)

/**
 * @param {GoTool} tool
 * @param {string} output of `go install`
 * @returns {string}
 */
export function whyNotBuilt({ what, module, version }, output) {
  const asked = `go install ${module}@${version}`
  const status = REFUSAL.exec(output)
  if (status) {
    const [, code, response = ''] = status
    const said = response ? `: ${response.trim().replace(/\.$/, '')}` : ''
    return `${what} could not be had: the Go module proxy (go env GOPROXY) answered ${code} to ${asked}${said}.`
  }
  const last = output.trim().split('\n').at(-1) ?? ''
  return `${what} could not be built: ${asked} ended with "${last.trim()}".`
}
