/** What an application's call of `createTelltale` needs to talk to these services. */
export function linesToPaste(url: string, clientSideId: string): string {
  const addresses = `baseUrl: '${url}', streamUrl: '${url}', eventsUrl: '${url}'`
  const levels = ['production', 'staging', 'sandbox'].map((level) => `${level}: '${url}/api/${level}'`)
  return `  api: { ${levels.join(', ')} },
  flags: launchDarkly({ clientSideId: '${clientSideId}', ${addresses}, streaming: true }),
  destinations: [collector({ url: '${url}/collect' })],
`
}
