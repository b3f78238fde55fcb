import type { Metadata } from 'next'
import { Suspense, type ReactNode } from 'react'
import { flagsOf } from './flagsOf'
import { TelltaleRoot } from './TelltaleRoot'
import { userOf } from './userOf'

export const metadata: Metadata = { title: 'Telltale with Next.js' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {/* With Cache Components, what depends on the request has to be in a Suspense. */}
        <Suspense>
          <ForUser>{children}</ForUser>
        </Suspense>
      </body>
    </html>
  )
}

async function ForUser({ children }: { children: ReactNode }) {
  const user = await userOf()
  const bootstrap = user ? await flagsOf(user) : undefined
  return (
    <TelltaleRoot key={user?.key ?? 'nobody'} token={user?.token ?? null} bootstrap={bootstrap}>
      {children}
    </TelltaleRoot>
  )
}
