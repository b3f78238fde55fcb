export const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const

type Manager = (typeof MANAGERS)[number]

const ADD: Readonly<Record<Manager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm add',
  yarn: 'yarn add',
  bun: 'bun add',
}
const FOR_DEVELOPMENT: Readonly<Record<Manager, string>> = {
  npm: '--save-dev',
  pnpm: '--save-dev',
  yarn: '--dev',
  bun: '--dev',
}

/** The commands that add these packages to an application: one for those that it needs, one for those that only its development needs. */
export function installCommands(manager: Manager, packages: readonly string[], development: readonly string[]) {
  const commands = [
    ...(packages.length > 0 ? [[ADD[manager], ...packages]] : []),
    ...(development.length > 0 ? [[ADD[manager], FOR_DEVELOPMENT[manager], ...development]] : []),
  ]
  return commands.map(inLines)
}

/** The most letters of a line: a longer one scrolls. */
const LONGEST_LINE = 72

/** A command, continued on the next line where it is long. */
const inLines = (words: readonly string[]) =>
  words
    .reduce<readonly string[]>((lines, word) => {
      const last = lines.at(-1)
      if (last === undefined) return [word]
      const isLong = last.length + word.length + 3 > LONGEST_LINE
      return isLong ? [...lines, `  ${word}`] : [...lines.slice(0, -1), `${last} ${word}`]
    }, [])
    .join(' \\\n')
