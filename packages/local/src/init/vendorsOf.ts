/** A library for signing in. */
export type Session =
  | 'auth0-react'
  | 'auth0-spa'
  | 'clerk'
  | 'clerk-3'
  | 'clerk-next'
  | 'clerk-react-router'
  | 'supabase'
  | 'firebase'

/** The vendors that an application already uses. */
export interface Vendors {
  readonly launchDarkly: boolean
  readonly segment: boolean
  readonly datadog: boolean
  readonly heap: boolean
  readonly intercom: boolean
}

const LAUNCHDARKLY = [
  'launchdarkly-js-client-sdk',
  'launchdarkly-react-client-sdk',
  '@launchdarkly/js-client-sdk',
  '@launchdarkly/react-sdk',
]
const INTERCOM = ['@intercom/messenger-js-sdk', 'react-use-intercom', 'react-intercom', '@types/intercom-web']

/** Detects vendors by installed packages, and Heap and Intercom also by their scripts in the page. */
export function vendorsOf(has: (name: string) => boolean, page: string): Vendors {
  return {
    launchDarkly: LAUNCHDARKLY.some(has),
    segment: has('@segment/analytics-next'),
    datadog: has('@datadog/browser-rum'),
    heap: has('@types/heap-analytics') || /heapanalytics\.com|\.heap-api\.com|\bheap\.load\(/.test(page),
    intercom: INTERCOM.some(has) || /widget\.intercom\.io/.test(page),
  }
}

const SESSIONS: readonly (readonly [packageName: string, session: Session])[] = [
  ['@auth0/auth0-react', 'auth0-react'],
  ['@auth0/auth0-spa-js', 'auth0-spa'],
  ['@clerk/nextjs', 'clerk-next'],
  ['@clerk/react-router', 'clerk-react-router'],
  ['@clerk/clerk-react', 'clerk'],
  ['@clerk/react', 'clerk-3'],
  ['@supabase/supabase-js', 'supabase'],
  ['firebase', 'firebase'],
]

export function sessionOf(has: (name: string) => boolean): Session | undefined {
  return SESSIONS.find(([name]) => has(name))?.[1]
}
