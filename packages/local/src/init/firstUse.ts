import { FIRST_EVENT } from './eventsModule.ts'
import { guideFile } from './guideFile.ts'
import type { Project } from './project.ts'
import { quoted } from '../text/quoted.ts'

/** A module to paste that shows a flag and records an event: `WelcomeButton`, a component or a function. */
export function firstUse(project: Project, flag: string | undefined): string {
  const { text, path } = WRITE[project.view](project, quoted(flag ?? 'your-flag'))
  return `Use a flag and record an event, in ${path}:\n\n${text}`
}

/** How it is put on the page. */
export const SHOWN: Readonly<Record<Project['view'], string>> = {
  react: 'Render <WelcomeButton /> somewhere, for example in your first component',
  vue: `Render <WelcomeButton /> somewhere, for example in App.vue (${guideFile('vue')} has more)`,
  svelte: `Render <WelcomeButton /> somewhere, for example in App.svelte (${guideFile('svelte')} has more)`,
  none: 'Append welcomeButton() to your page',
}

const WRITE = { react: component, vue, svelte, none: element } as const

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

function vue({ source, language }: Project, key: string) {
  const text = `<script setup${language === 'ts' ? ' lang="ts"' : ''}>
import { onScopeDispose, shallowRef } from 'vue'
import { telltale } from './telltale'

const isNew = shallowRef(false)
onScopeDispose(telltale.flags.value(${key}, false).subscribe((value) => (isNew.value = value)))
const click = () => telltale.track('${FIRST_EVENT}', { place: 'start' })
</script>

<template>
  <button @click="click">{{ isNew ? 'Welcome aboard' : 'Welcome' }}</button>
</template>
`
  return { text, path: `${source}/WelcomeButton.vue` }
}

function svelte({ source, language }: Project, key: string) {
  const text = `<script${language === 'ts' ? ' lang="ts"' : ''}>
  import { telltale } from './telltale'

  const isNew = telltale.flags.value(${key}, false)
  const click = () => telltale.track('${FIRST_EVENT}', { place: 'start' })
</script>

<button onclick={click}>{$isNew ? 'Welcome aboard' : 'Welcome'}</button>
`
  return { text, path: `${source}/WelcomeButton.svelte` }
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
