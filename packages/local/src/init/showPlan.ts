import { createTwoFilesPatch } from 'diff'
import type { Project } from './project.ts'
import type { Plan, Step } from './step.ts'

const FRAMEWORKS = {
  next: 'Next.js',
  'react-router': 'React Router',
  vite: 'Vite',
  none: 'no known framework',
} as const

const VIEWS = { react: ['React'], vue: ['Vue'], svelte: ['Svelte'], none: [] } as const

/** Describes what was found in a project, and what is done with each file. With `isWhole`, also the content that is written. */
export function showPlan(project: Project, { steps }: Plan, isWhole: boolean): string {
  const lines = steps.map((step) => {
    const line = `  ${step.type}  ${step.path}${step.type === 'keep' ? `: ${step.reason}` : ''}\n`
    return isWhole ? line + content(step) : line
  })
  return `${nameOf(project)}\n${lines.join('')}\n`
}

function nameOf({ name, framework, language, view, testRunner, vendors, session }: Project): string {
  const found = [
    FRAMEWORKS[framework],
    ...VIEWS[view],
    language === 'ts' ? 'TypeScript' : 'JavaScript',
    ...(testRunner ? [testRunner === 'vitest' ? 'Vitest' : 'Jest'] : []),
    ...(vendors.launchDarkly ? ['LaunchDarkly'] : []),
    ...(vendors.segment ? ['Segment'] : []),
    ...(vendors.datadog ? ['Datadog'] : []),
    ...(vendors.heap ? ['Heap'] : []),
    ...(vendors.intercom ? ['Intercom'] : []),
    ...(session ? [SESSIONS[session.split('-')[0] as keyof typeof SESSIONS]] : []),
  ]
  return `${name}: ${found.join(', ')}.\n`
}

const SESSIONS = { auth0: 'Auth0', clerk: 'Clerk', supabase: 'Supabase', firebase: 'Firebase' } as const

function content(step: Step): string {
  if (step.type === 'keep') return ''
  if (step.type === 'create') return `\n${step.text.replace(/^(?=.)/gm, '    ')}\n`
  const patch = createTwoFilesPatch(step.path, step.path, step.before, step.text, '', '', { context: 2 })
  return `\n${patch
    .split('\n')
    .slice(3)
    .join('\n')
    .replace(/^(?=.)/gm, '    ')}\n`
}

/** The remaining steps, numbered. */
export function showAdvice({ advice }: Plan): string {
  return advice.map((text, index) => `${index + 1}. ${text.trimEnd()}\n\n`).join('')
}
