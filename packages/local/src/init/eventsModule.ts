import { guideFile } from './guideFile.ts'
import type { Project } from './project.ts'

/** The example event of a new project. */
export const FIRST_EVENT = 'Welcome clicked'

/** The compiler's words do not name what is missing. */
const MISSING =
  '// "Expected 2-3 arguments, but got 1": the event has required properties, and was tracked without them.'

/** The module that defines the application's events: `telltaleEvents.ts`. */
export function eventsModule(project: Project): string {
  const { language, hasZod } = project
  const register = language === 'ts' ? registration(project, hasZod ? 'typeof events' : 'Events') : ''
  if (hasZod)
    return `import { defineEvents } from 'telltale'
${importOfReact(project)}import { z } from 'zod'

/** The events of this application, and the properties of each. */
${MISSING}
export const events = defineEvents({
  '${FIRST_EVENT}': z.object({ place: z.string() }),
})
${register}`
  if (language === 'js')
    return `/** The events of this application. A search for one of these names finds every place that tracks it. */
export const events = {
  welcomeClicked: '${FIRST_EVENT}',
}
`
  return `import type { StandardSchema } from 'telltale'
${importOfReact(project)}
/**
 * The events of this application, and the properties of each. The compiler checks them. To check values while you develop, too,
 * write schemas in place of this type, for example with zod, and give them to \`validateEvents\`: see
 * ${guideFile('events')}.
 */
${MISSING}
export type Events = {
  '${FIRST_EVENT}': StandardSchema<{ place: string }>
}
${register}`
}

/**
 * The import that `registration` needs: a module can only be augmented where something imports it, and the provider may not be
 * pasted yet.
 */
function importOfReact({ language, view }: Project): string {
  return language === 'ts' && view === 'react' ? "import type {} from 'telltale/react'\n" : ''
}

/**
 * An application that already has flags and events registers them later, when it is ready. Until then, its calls have to
 * compile. Without the augmentation of `telltale/react`, an incremental build does not check components again
 * (microsoft/TypeScript#64386).
 */
function registration({ vendors, view }: Project, events: string): string {
  const flags = vendors.launchDarkly
    ? "    // When telltaleFlags has all of your flags: flags: typeof import('./telltaleFlags').flags"
    : "    flags: typeof import('./telltaleFlags').flags"
  const others = vendors.segment || vendors.launchDarkly ? "\n    unregisteredEvents: 'allowed'" : ''
  const react =
    view === 'react'
      ? `
// An incremental build checks the components again when this file changes.
declare module 'telltale/react' {}
`
      : ''
  return `
declare module 'telltale' {
  interface Register {
${flags}
    events: ${events}${others}
  }
}
${react}`
}
