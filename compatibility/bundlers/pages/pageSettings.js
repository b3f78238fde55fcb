/**
 * The local services are at the page's parameter `services`, and the user's token is in `token`.
 *
 * @param {object} parts
 * @param {typeof import('telltale/collector').collector} parts.collector
 * @param {typeof import('telltale/flags').launchDarkly} parts.launchDarkly
 * @returns {import('telltale').Settings}
 */
export function pageSettings({ collector, launchDarkly }) {
  const parameters = new URLSearchParams(location.search)
  const services = parameters.get('services') ?? ''
  const api = `${services}/api/sandbox`
  const project = { internal: '3001', external: '3002' }
  return {
    promotion: 'sandbox',
    app: { name: 'Loading' },
    api: { production: api, staging: api, sandbox: api },
    projects: { production: project, staging: project, sandbox: project },
    auth: { token: () => parameters.get('token') ?? undefined },
    flags: launchDarkly({
      clientSideId: 'rental-desk-local',
      baseUrl: services,
      streamUrl: services,
      eventsUrl: services,
      streaming: true,
    }),
    destinations: [collector({ url: `${services}/collect` })],
  }
}
