import { FIRST_EVENT } from './eventsModule.ts'
import type { Project } from './project.ts'
import { quoted } from '../text/quoted.ts'

/** A module to paste that shows a flag and records an event: `WelcomeButton`, a component or a function. */
export function firstUse(project: Project, flag: string | undefined): string {
  const key = quoted(flag ?? 'your-flag')
  const { text, path } = project.hasReact ? component(project, key) : element(project, key)
  return `Use a flag and record an event, in ${path}:\n\n${text}`
}

function component({ framework, source, language }: Project, key: string) {
  const directive = framework === 'next' ? `'use client'\n\n` : ''
  const text = `${directive}import { useFlag, useTrack } from 'telltale/react'

export function WelcomeButton() {
  const isNew = useFlag(${key}, false)
  const track = useTrack()
  return <button onClick={() => track('${FIRST_EVENT}', { place: 'start' })}>{isNew ? 'Welcome aboard' : 'Welcome'}</button>
}
`
  return { text, path: `${source}/WelcomeButton.${language}x` }
}

function element({ source, language }: Project, key: string) {
  const extension = language === 'ts' ? '' : '.js'
  const text = `import { telltale } from './telltale${extension}'

export function welcomeButton() {
  const button = document.createElement('button')
  const show = () => (button.textContent = telltale.flags.variation(${key}, false) ? 'Welcome aboard' : 'Welcome')
  telltale.flags.watch(${key}, show)
  show()
  button.addEventListener('click', () => telltale.track('${FIRST_EVENT}', { place: 'start' }))
  return button
}
`
  return { text, path: `${source}/welcomeButton.${language}` }
}
