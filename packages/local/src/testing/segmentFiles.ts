import type { Application } from './freshApplications.ts'

/** Files of a typical application that uses Segment's SDK. */
export const segmentFiles: Application = {
  'src/analytics.ts': `import { AnalyticsBrowser } from '@segment/analytics-next'

export const analytics = AnalyticsBrowser.load({ writeKey: 'abc' })
`,
  'src/session.ts': `import { analytics } from './analytics'

export async function onSignIn(user: { id: string; email: string; plan: string }, traits: { company_id: string }) {
  const { email } = user
  await analytics.identify(user.id, { email, name: \`\${user.email}\`, plan: user.plan })
  void analytics.identify(user.id, traits)
  analytics.identify(user.id)
}

export function onSignOut() {
  analytics.reset()
}
`,
  'src/Checkout.tsx': `import { useEffect } from "react";
import { analytics as segment } from "./analytics";

export function Checkout({ total }: { total: number }) {
  useEffect(() => {
    segment.page("Shop", "Checkout", { total });
    segment.page("Checkout");
    segment.page();
  }, [total]);
  return <button onClick={() => segment.track("Order sent", { total, lines: [1, 2] })}>Order</button>;
}
`,
  'src/late.ts': `import { AnalyticsBrowser as Browser } from '@segment/analytics-next'

const [late] = await Browser.load({ writeKey: 'abc' })
late.track('Late page')
`,
  'src/legacy.js': `import { AnalyticsBrowser } from '@segment/analytics-next'

const analytics = new AnalyticsBrowser()
analytics.load({ writeKey: 'abc' })

export class Tracker {
  constructor(name) {
    this.name = name
  }
  send(properties) {
    analytics.track(this.name, properties)
    analytics.track('With a callback', {}, () => {})
    return analytics.track('Awaited').then(() => 1)
  }
  join(company) {
    analytics.group(company)
    analytics.identify({ plan: 'free' })
    hand(analytics)
  }
}

function hand(client) {
  return client
}
`,
}
