import type { Application } from './freshApplications.ts'

/** Files of a typical application that uses LaunchDarkly's React SDK. */
export const launchDarklyFiles: Application = {
  'src/main.tsx': `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { asyncWithLDProvider } from 'launchdarkly-react-client-sdk';
import { Pricing } from './Pricing';

(async () => {
  const LDProvider = await asyncWithLDProvider({
    clientSideID: 'abc',
    context: { kind: 'user', key: 'u-1' },
  });
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <LDProvider>
        <Pricing />
      </LDProvider>
    </StrictMode>,
  );
})();
`,
  'src/Pricing.tsx': `import { useFlags, useLDClient } from 'launchdarkly-react-client-sdk'
import { useEffect } from 'react'

// The price list.
export function Pricing() {
  const { newPricing, quoteLayout: layout = 'classic', 'legacy-banner': banner } = useFlags()
  const ldClient = useLDClient()

  useEffect(() => {
    if (newPricing) ldClient?.track('Pricing seen', { layout })
  }, [ldClient, newPricing, layout])

  if (!banner) return null
  return <p className={layout}>{newPricing ? 'Weekly prices' : 'Daily prices'}</p>
}
`,
  'src/Desk.tsx': `import { useFlags as useFeatures } from "launchdarkly-react-client-sdk";

export const Desk = ({ pageSize: chosen }: { pageSize?: number }) => {
  const features = useFeatures();
  const size = chosen ?? features.pageSize ?? 20;
  const isOn = features['map-view'] && features.newPricing;
  return <ul data-size={size}>{isOn && features.newPricing ? <li>{size * 2}</li> : null}</ul>;
};

export function Title() {
  const isWide = useFeatures().wideTitle;
  return <h1>{isWide ? 'A wide title' : 'A title'}</h1>;
}
`,
  'src/Shell.jsx': `import { LDProvider, useFlags } from 'launchdarkly-react-client-sdk'

function Inner() {
  const flags = useFlags()
  const { darkMode, maxRows: rows = 5 } = flags
  switch (flags.shellLayout) {
    case 'wide':
      return <main data-rows={rows} className={darkMode ? 'dark' : ''} />
    default:
      return null
  }
}

export function Shell() {
  return (
    <LDProvider clientSideID="abc">
      <Inner />
    </LDProvider>
  )
}
`,
  'src/App.tsx': `import { withLDProvider } from 'launchdarkly-react-client-sdk'
import { Pricing } from './Pricing'

function App({ title = 'Prices' }: { title?: string }) {
  return <section title={title}><Pricing /></section>
}

export default withLDProvider({ clientSideID: 'abc' })(App)
`,
  'src/prices.ts': `import { useLDClient } from 'launchdarkly-react-client-sdk'

export function usePrice() {
  const client = useLDClient()
  return client ? 1 : 2
}

export function useDiscount() {
  const ld = useLDClient()
  return () => ld?.variation('discount', 0)
}
`,
  'src/Legacy.tsx': `import { Component } from 'react'
import { useFlags, useLDClient, withLDConsumer } from 'launchdarkly-react-client-sdk'

class Legacy extends Component<{ flags?: { newPricing?: boolean } }> {
  override render() {
    return this.props.flags?.newPricing ? <b>new</b> : <i>old</i>
  }
}

export default withLDConsumer()(Legacy)

export function Everything({ name }: { name: string }) {
  const flags = useFlags()
  const { one, ...others } = useFlags()
  const client = useLDClient()
  return <pre onClick={() => void client?.identify({ kind: 'user', key: 'u' })}>{JSON.stringify([flags[name], one, others])}</pre>
}
`,
}
