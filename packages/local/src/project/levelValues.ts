import type { Framework } from './framework.ts'

/** The settings that differ between promotion levels, by the name of their environment variable. */
export const LEVEL_VALUES = ['PROMOTION', 'SERVICES', 'CLIENT_SIDE_ID', 'COLLECTOR', 'INTERCOM_APP_ID'] as const
export type LevelValue = (typeof LEVEL_VALUES)[number]

/** How an application reads the settings of its promotion level. */
export interface LevelValues {
  /** The file of environment variables for development. Absent if no known tool reads one. */
  readonly file?: string
  /** All files that the tool reads in development. The value in the first file that has a variable is used. */
  readonly files: readonly string[]
  /** The prefix of variables that a page may read. */
  readonly prefix: string
  /** The expression that reads a variable. A bundler replaces a variable only in this form. */
  read(value: LevelValue, local: string): string
  /** The expression that is true in development. */
  readonly isDevelopment: string
}

const VITE: LevelValues = {
  file: '.env.development',
  // [vendor] Vite: "An env file for a specific mode will take higher priority than a generic one".
  files: ['.env.development.local', '.env.development', '.env.local', '.env'],
  prefix: 'VITE_TELLTALE_',
  read: (value) => `import.meta.env.VITE_TELLTALE_${value}`,
  isDevelopment: 'import.meta.env.DEV',
}

const NEXT: LevelValues = {
  file: '.env.development',
  // [vendor] Next.js, "Environment Variable Load Order".
  files: ['.env.development.local', '.env.local', '.env.development', '.env'],
  prefix: 'NEXT_PUBLIC_TELLTALE_',
  read: (value) => `process.env.NEXT_PUBLIC_TELLTALE_${value}`,
  isDevelopment: "process.env.NODE_ENV === 'development'",
}

/** Without a tool that replaces variables, the host of the page decides. */
const NONE: LevelValues = {
  files: [],
  prefix: '',
  read: (_value, local) => `isLocal ? '${local}' : undefined`,
  isDevelopment: 'isLocal',
}

export function levelValues(framework: Framework): LevelValues {
  return { next: NEXT, 'react-router': VITE, vite: VITE, none: NONE }[framework]
}
