import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { installPackage } from './packPackage.mjs'

const PATIENCE_MS = 300_000
const folder = join(root, '.cache/tools/jest', String(process.pid))

beforeAll(() => installPackage('packages/telltale', folder), PATIENCE_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'the tests of an application that uses the test kit pass in Jest 30 with jest-environment-jsdom',
  async () => {
    cpSync(join(root, 'compatibility/jest-30'), folder, { recursive: true })
    const report = join(folder, 'report.json')
    const args = ['--ci', '--no-watchman', '--json', '--outputFile', report]
    const jest = join(root, '.cache/tools/node_modules/jest/bin/jest.js')
    const { failed, all } = await execaNode(jest, args, { cwd: folder, all: true, reject: false })

    expect(failed, all).toBe(false)
    const { numFailedTests, numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
    expect({ numFailedTests, numPassedTests }).toEqual({ numFailedTests: 0, numPassedTests: numTotalTests })
    expect(numTotalTests).toBeGreaterThan(3)
  },
  PATIENCE_MS,
)
