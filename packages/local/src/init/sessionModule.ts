import type { Project } from './project.ts'
import type { Session } from './vendorsOf.ts'

/** A file that passes the signed-in user to the layer, and how the application uses it. */
export interface SessionModule {
  readonly text: string
  readonly extension: string
  /** A sentence that says what the developer still has to do. */
  readonly advice: string
}

/** The module that connects the application's sign-in to the layer: `telltaleSession.ts`. */
export function sessionModule(session: Session, { language, framework }: Project): SessionModule {
  const isTyped = language === 'ts'
  const layer = `import { telltale } from './telltale${isTyped ? '' : '.js'}'`
  const isComponent = session === 'auth0-react' || session.startsWith('clerk')
  const directive = isComponent && framework === 'next' ? `'use client'\n\n` : ''
  const { name, text, use } = MODULES[session](layer, isTyped)
  const extension = isComponent ? (isTyped ? 'tsx' : 'jsx') : language
  const advice = isComponent
    ? `Render <${name} /> from telltaleSession once, inside the provider of your sign-in. It passes the signed-in user to the layer.`
    : `Call ${use} from telltaleSession where the client of your sign-in is created. It passes the signed-in user to the layer.`
  return { text: directive + text, extension, advice }
}

type Write = (layer: string, isTyped: boolean) => { readonly name: string; readonly text: string; readonly use: string }

const clerk =
  (packageName: string): Write =>
  (layer) => ({
    name: 'IdentifyWithClerk',
    use: '',
    text: `import { useUser } from '${packageName}'
import { useEffect } from 'react'
${layer}

/** Passes the user signed in with Clerk to Telltale. Render it once, inside <ClerkProvider>. */
export function IdentifyWithClerk() {
  const { isLoaded, user } = useUser()
  useEffect(() => {
    if (!isLoaded) return
    const email = user?.primaryEmailAddress?.emailAddress
    telltale.identify(
      user
        ? {
            unique_identity: user.id,
            ...(user.fullName && { user_name: user.fullName }),
            ...(email && { email_address: email }),
          }
        : null,
    )
  }, [isLoaded, user])
  return null
}
`,
  })

const MODULES: Readonly<Record<Session, Write>> = {
  clerk: clerk('@clerk/clerk-react'),
  'clerk-3': clerk('@clerk/react'),
  'clerk-next': clerk('@clerk/nextjs'),
  'clerk-react-router': clerk('@clerk/react-router'),
  'auth0-react': (layer) => ({
    name: 'IdentifyWithAuth0',
    use: '',
    text: `import { useAuth0 } from '@auth0/auth0-react'
import { useEffect } from 'react'
${layer}

/** Passes the user signed in with Auth0 to Telltale. Render it once, inside <Auth0Provider>. */
export function IdentifyWithAuth0() {
  const { isLoading, user } = useAuth0()
  useEffect(() => {
    if (isLoading) return
    telltale.identify(
      user?.sub
        ? {
            unique_identity: user.sub,
            ...(user.name && { user_name: user.name }),
            ...(user.email && { email_address: user.email }),
          }
        : null,
    )
  }, [isLoading, user])
  return null
}
`,
  }),
  'auth0-spa': (layer, isTyped) => ({
    name: 'identifyWithAuth0',
    use: 'identifyWithAuth0(client), after each sign-in and sign-out,',
    text: `${isTyped ? "import type { Auth0Client } from '@auth0/auth0-spa-js'\n" : ''}${layer}

/** Passes the user signed in with Auth0 to Telltale. Call it when the page has loaded, and after each sign-in and sign-out. */
export async function identifyWithAuth0(client${isTyped ? ': Auth0Client' : ''}) {
  const user = await client.getUser()
  telltale.identify(
    user?.sub
      ? {
          unique_identity: user.sub,
          ...(user.name && { user_name: user.name }),
          ...(user.email && { email_address: user.email }),
        }
      : null,
  )
}
`,
  }),
  supabase: (layer, isTyped) => ({
    name: 'identifyWithSupabase',
    use: 'identifyWithSupabase(supabase)',
    text: `${isTyped ? "import type { SupabaseClient } from '@supabase/supabase-js'\n" : ''}${layer}

/** Passes the user signed in with Supabase to Telltale, now and after each change. Call it once per page. */
export function identifyWithSupabase(client${isTyped ? ": Pick<SupabaseClient, 'auth'>" : ''}) {
  client.auth.onAuthStateChange((_event, session) => {
    const user = session?.user
    telltale.identify(user ? { unique_identity: user.id, ...(user.email && { email_address: user.email }) } : null)
  })
}
`,
  }),
  firebase: (layer, isTyped) => ({
    name: 'identifyWithFirebase',
    use: 'identifyWithFirebase(getAuth(app))',
    text: `import { ${isTyped ? 'type Auth, ' : ''}onAuthStateChanged } from 'firebase/auth'
${layer}

/** Passes the user signed in with Firebase to Telltale, now and after each change. Call it once per page. */
export function identifyWithFirebase(auth${isTyped ? ': Auth' : ''}) {
  onAuthStateChanged(auth, (user) =>
    telltale.identify(
      user
        ? {
            unique_identity: user.uid,
            ...(user.displayName && { user_name: user.displayName }),
            ...(user.email && { email_address: user.email }),
          }
        : null,
    ),
  )
}
`,
  }),
}
