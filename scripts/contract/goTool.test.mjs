import { describe, expect, it } from 'vitest'
import { harness, isRefused, whyNotBuilt, whyWrongGo } from './goTool.mjs'

describe('a tool written in Go', () => {
  it.each(['go1.26', 'go1.26.8', 'go1.27rc1', 'go2.0', 'devel go1.28-abc\n'])('is built by %s', (version) => {
    expect(whyWrongGo(harness, version)).toBeUndefined()
  })

  it.each(['go1.25.9', 'go1.9', 'go0.99'])('is not built by %s, and says so in one sentence', (version) => {
    expect(whyWrongGo(harness, `${version}\n`)).toBe(
      `LaunchDarkly's test harness needs Go 1.26, and this is ${version}: install Go 1.26 or later from https://go.dev/dl/ and put it on PATH.`,
    )
  })

  it('says when there is no Go', () => {
    expect(whyWrongGo(harness, undefined)).toMatch(
      /^LaunchDarkly's test harness is written in Go, and there is none here: /,
    )
  })

  it('says what the module proxy answered', () => {
    const output = [
      'go: example.org/a@v1: reading https://proxy.example.org/a/@v/v1.info: 403 Forbidden',
      '\tserver response: This module version is not available.',
    ].join('\n')
    expect(whyNotBuilt(harness, output)).toBe(
      "LaunchDarkly's test harness could not be had: the Go module proxy (go env GOPROXY) answered 403 to " +
        'go install github.com/launchdarkly/sdk-test-harness/v2@v2.41.0: This module version is not available.',
    )
  })

  it('tells a refusal by the module proxy, which nothing here can change, from a failure', () => {
    expect(isRefused('go: example.org/a@v1: reading …: 403 Forbidden')).toBe(true)
    expect(isRefused('go: example.org/a@v1: reading …: 404 Not Found\n\tserver response: not found')).toBe(true)
    expect(isRefused('go: example.org/a@v1: dial tcp: connection refused')).toBe(false)
    expect(isRefused('main.go:4030: undefined: x')).toBe(false)
  })

  it('says with what else the build has ended', () => {
    expect(whyNotBuilt(harness, 'one\ndisk full\n')).toMatch(
      /could not be built: go install .* ended with "disk full"\.$/,
    )
  })
})
