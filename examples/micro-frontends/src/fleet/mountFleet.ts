import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import type { Shared } from '../shared'

/** Shows the application, and returns a function that removes it. It has no framework, and no flags. */
export function mountFleet(element: Element, { services, token }: Shared): () => void {
  const telltale = createTelltale({
    app: 'Fleet',
    api: `${services}/api/sandbox`,
    auth: { token },
    destinations: [collector({ url: `${services}/collect` })],
  })
  const button = document.createElement('button')
  button.textContent = 'Reserve a machine'
  button.addEventListener('click', () => telltale.track('Machine reserved', { machine: 'excavator' }))
  element.append(button)
  return () => {
    button.remove()
    telltale.close()
  }
}
