import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { engineNames } from '../../stage/engines/engineNames.mjs'

// npm run bench -- delivery: Telltale beside its peers in Chromium. With --engine <name>|all …: Telltale in these engines.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const [option, ...words] = process.argv.slice(2)
const engines = words.includes('all') ? engineNames : engineNames.filter((name) => words.includes(name))
if (option !== undefined && (option !== '--engine' || engines.length === 0)) {
  console.error(`npm run bench -- delivery [--engine ${engineNames.join('|')}|all …]`)
  process.exit(1)
}

const play = [`${root}/node_modules/@playwright/test/cli.js`, 'test', '-c', 'bench/playwright.config.ts']
// Playwright takes it for a regular expression, and compares it with whole paths.
const bench = `/${option ? '(engines|engineCosts)' : 'delivery'}\\.bench\\.ts$`
const env = { ...process.env, BENCH_ENGINES: engines.join(',') }
process.exitCode = spawnSync(process.execPath, [...play, bench], { cwd: root, env, stdio: 'inherit' }).status ?? 1
