import { CopyText } from '../format/CopyText.tsx'
import { Empty } from '../shell/Empty.tsx'

/** The instructions in the empty list. */
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
    <Empty title="No events yet">
      Events appear here as soon as a page tracks them. Connect your application to this console:
      <pre>{snippet}</pre>
      Then call <code>telltale.track('Quote sent', {'{ total: 1200 }'})</code>.
      <p>
        <CopyText text={snippet} name="Copy these lines" />
      </p>
    </Empty>
  )
}
