import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/findChromium.mjs'
import { placeOfRun } from './place.ts'

const { port, servicesPort, folder } = await placeOfRun()
const browser = await findChromium()
const executablePath = browser.type === 'found' ? { executablePath: browser.path } : {}
const isRoot = process.getuid?.() === 0
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME']
const url = `http://127.0.0.1:${port}`

export default defineConfig({
  // journeys/ with the demo application, delivery/ with a page and a collector of its own.
  testDir: '.',
  outputDir: '../test-results/e2e',
  // One collector and one file of flags serve all journeys.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // A machine that is busy with other things is no failure. What is promised within a time says so where it is expected.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  globalTeardown: './removePlace.ts',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    // Chromium refuses its sandbox to root, as in a container.
    launchOptions: { ...executablePath, args: isRoot ? ['--no-sandbox'] : [] },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `node e2e/startDesk.mjs --port ${port} --services-port ${servicesPort} --folder ${JSON.stringify(folder)}`,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    url,
    // A first start installs and builds.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
