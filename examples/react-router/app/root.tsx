import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData } from 'react-router'
import { flagsOf } from './flagsOf.server'
import { TelltaleRoot } from './TelltaleRoot'
import { userOf } from './userOf.server'

export async function loader({ request }: { request: Request }) {
  const user = userOf(request)
  return { token: user ? user.token : null, bootstrap: user ? await flagsOf(user) : null }
}

/** The layer reads both once, and then follows changes by itself. */
export const shouldRevalidate = () => false

export default function Root() {
  const { token, bootstrap } = useLoaderData<typeof loader>()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Telltale with React Router</title>
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        <TelltaleRoot token={token} bootstrap={bootstrap}>
          <Outlet />
        </TelltaleRoot>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
