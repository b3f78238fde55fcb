import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './ensureInstalled.mjs'
import { outsideFolders } from './ensureOutside.mjs'

const FOLDER = join(root, '.github/workflows')
const workflows = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

/** The jobs of a workflow with their lines, without comments. @param {string} text */
const jobsOf = (text) =>
  (text.split(/^jobs:$/m)[1] ?? '')
    .replaceAll(/(^|\s)#.*$/gm, '')
    .split(/^ {2}(?=[\w-]+:$)/m)
    .slice(1)

describe.each(workflows)('the workflow $name', ({ text }) => {
  test('uses each action by a commit, with the name of its version', () => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, action]) => action)
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('names the versions of its tools', () => {
    expect(text).not.toMatch(/-version: *['"]?(stable|latest|node|lts)/)
  })

  test('may only read, unless a job says more', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  })

  test('has no token of a registry', () => {
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
  })
})

test('what may publish installs nothing, and runs nothing of the repository', () => {
  const publishing = workflows.flatMap(({ text }) => jobsOf(text)).filter((job) => job.includes('id-token: write'))
  expect(publishing).toHaveLength(1)
  for (const job of publishing) {
    const commands = [...job.matchAll(/run: (.*)$/gm)].map(([, command]) => command)
    expect(commands).toHaveLength(3)
    for (const command of commands) expect(command).toMatch(/^npm publish \S+\.tgz .*--ignore-scripts/)
    expect(job).not.toMatch(/actions\/checkout|cache:|npm (ci|install|run|test|exec)|npx /)
    expect(job).toContain('environment: release')
  }
})

test('each action and each package is looked after by the update bot', () => {
  const bot = readFileSync(join(root, '.github/dependabot.yml'), 'utf8')
  expect([...bot.matchAll(/package-ecosystem: (\S+)/g)].map(([, name]) => name)).toEqual(['github-actions', 'npm'])
  // The root stands for the workspaces; what is in no workspace has a manifest of its own.
  for (const folder of outsideFolders())
    expect(bot).toMatch(`'/${folder.replace(/^(examples|docs\/code)\/.*/, '$1/*')}'`)
})
