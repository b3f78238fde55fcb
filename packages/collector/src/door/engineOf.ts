/** The engine of a browser by its `User-Agent`. All browsers on iOS have the engine of Safari. */
export const engineOf = (userAgent: string) =>
  /firefox\//i.test(userAgent)
    ? 'firefox'
    : /(chrome|chromium|edg)\//i.test(userAgent)
      ? 'chromium'
      : /applewebkit/i.test(userAgent)
        ? 'webkit'
        : 'other'
