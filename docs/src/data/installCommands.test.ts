import { expect, test } from 'vitest'
import { MANAGERS, installCommands } from './installCommands.ts'

test.each([
  ['npm', ['npm install telltale', 'npm install --save-dev @telltale/local']],
  ['pnpm', ['pnpm add telltale', 'pnpm add --save-dev @telltale/local']],
  ['yarn', ['yarn add telltale', 'yarn add --dev @telltale/local']],
  ['bun', ['bun add telltale', 'bun add --dev @telltale/local']],
] as const)('%s adds what an application needs, and what only its development needs', (manager, commands) => {
  expect(installCommands(manager, ['telltale'], ['@telltale/local'])).toEqual(commands)
})

test('there is no command for packages that are not there', () => {
  for (const manager of MANAGERS) expect(installCommands(manager, ['telltale'], [])).toHaveLength(1)
})

test('a long command is continued on the next line', () => {
  const packages = [
    'jest',
    'jest-environment-jsdom',
    'babel-jest',
    '@babel/preset-env',
    '@babel/preset-react',
    'typescript',
  ]
  expect(installCommands('bun', [], packages)).toEqual([
    `bun add --dev jest jest-environment-jsdom babel-jest @babel/preset-env \\
  @babel/preset-react typescript`,
  ])
})
