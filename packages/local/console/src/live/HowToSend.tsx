import { Empty } from '../shell/Empty.tsx'

/** What stands where the events will be. */
export function HowToSend() {
  const { origin } = window.location
  return (
    <Empty title="Nothing has happened yet">
      Events appear here the moment a page tells of them. An application sends them, and tells of their life on the way,
      with
      <pre tabIndex={0}>{`import { collector } from 'telltale/collector'
import { consoleLink } from 'telltale/console'

createTelltale({
  // …
  destinations: [collector({ url: '${origin}/collect' })],
  observers: [consoleLink({ url: '${origin}' })],
})`}</pre>
      and then <code>telltale.track('Quote sent', {'{ total: 1200 }'})</code>.
    </Empty>
  )
}
