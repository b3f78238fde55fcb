import { expect, test } from 'vitest'
import { helpOfPage } from './helpOfPage.ts'

test('on a page, the explanations of a help are below their entries, and its lines are joined', () => {
  const help = `Usage: telltale dev [options]

Starts the services on this machine.
Creates the files.

Options:
  --data <where>    Events: a file, or
                    a URL
  --help            Show this`
  expect(helpOfPage(help)).toBe(`Usage: telltale dev [options]

Starts the services on this machine. Creates the files.

Options:
  --data <where>
      Events: a file, or a URL
  --help
      Show this`)
})
