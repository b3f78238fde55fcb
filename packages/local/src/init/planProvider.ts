import type { FilePlanner } from './planFiles.ts'
import type { Project } from './project.ts'
import { withImports, wrapEntry, type Wrapper } from './wrapEntry.ts'

/**
 * Wraps the application in the provider or, without React, imports the layer in the entry. Resolves with the lines to paste if
 * that is not possible.
 */
export async function planProvider(project: Project, files: FilePlanner): Promise<readonly string[]> {
  const { entry, framework, source, language, view } = project
  const isAppRouter = framework === 'next' && entry !== undefined
  if (isAppRouter) await files.create(`${source}/TelltaleRoot.${language}x`, clientComponent(language))
  if (view !== 'react') {
    const line = `import '${pathFrom(project)}'`
    const outcome = await changeEntry(entry, files, (text) =>
      text.includes(line.slice(7)) ? text : (withImports(text, [line]) ?? `${line}\n${text}`),
    )
    return outcome === 'unsafe' ? [`Import the layer where your application starts:\n${line}`] : []
  }
  const wrapper = isAppRouter ? rootWrapper(project) : providerWrapper(project)
  const outcome = await changeEntry(entry, files, (text) =>
    wrapper.imports.every((line) => text.includes(line.split(' from ')[0] ?? '')) && text.includes(wrapper.open)
      ? text
      : wrapEntry(text, framework, wrapper),
  )
  if (outcome !== 'unsafe') return []
  const where =
    entry === undefined
      ? 'Put the provider around your application:'
      : `Change ${entry} yourself. Put the provider around your application:`
  return [[where, ...wrapper.imports, '', `${wrapper.open}`, '  …', wrapper.close].join('\n')]
}

async function changeEntry(
  entry: string | undefined,
  files: FilePlanner,
  change: (text: string) => string | undefined,
) {
  return entry === undefined ? 'unsafe' : files.change(entry, change)
}

function providerWrapper(project: Project): Wrapper {
  return {
    open: '<TelltaleProvider telltale={telltale}>',
    close: '</TelltaleProvider>',
    imports: [`import { TelltaleProvider } from 'telltale/react'`, `import { telltale } from '${pathFrom(project)}'`],
  }
}

function rootWrapper({ language }: Project): Wrapper {
  const path = `./TelltaleRoot${language === 'ts' ? '' : '.jsx'}`
  return { open: '<TelltaleRoot>', close: '</TelltaleRoot>', imports: [`import { TelltaleRoot } from '${path}'`] }
}

/** The import of the layer's module in the entry beside it. */
function pathFrom({ entry = '', source, language }: Project): string {
  const extension = language === 'ts' ? '' : '.js'
  const deeper = entry.startsWith(`${source}/`) ? entry.slice(source.length + 1).split('/').length - 1 : 0
  return `${deeper === 0 ? './' : '../'.repeat(deeper)}telltale${extension}`
}

/** A layer cannot be a prop of a client component, and Next's layout is a server component. */
function clientComponent(language: Project['language']): string {
  const isTyped = language === 'ts'
  return `'use client'

${isTyped ? "import type { ReactNode } from 'react'\n" : ''}import { TelltaleProvider } from 'telltale/react'
import { telltale } from './telltale${isTyped ? '' : '.js'}'

export function TelltaleRoot({ children }${isTyped ? ': { children: ReactNode }' : ''}) {
  return <TelltaleProvider telltale={telltale}>{children}</TelltaleProvider>
}
`
}
