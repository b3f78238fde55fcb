import { CopyText } from '../format/CopyText.tsx'
import { Empty } from '../shell/Empty.tsx'

/** What stands where the events will be. */
export function HowToSend() {
  const { origin } = window.location
  const snippet = `import { collector } from 'telltale/collector'
import { consoleLink } from 'telltale/console'

createTelltale({
  // …
  destinations: [collector({ url: '${origin}/collect' })],
  observers: [consoleLink({ url: '${origin}' })],
})`
  return (
    <Empty title="Nothing has happened yet">
      Events appear here the moment a page tells of them. An application sends them, and tells of their life on the way,
      with
      <pre tabIndex={0}>{snippet}</pre>
      and then <code>telltale.track('Quote sent', {'{ total: 1200 }'})</code>.
      <p>
        <CopyText text={snippet} name="Copy these lines" />
      </p>
    </Empty>
  )
}
