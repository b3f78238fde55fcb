/** Where the sources are. */
export const REPOSITORY = 'https://github.com/telltale/telltale'

/** The page of a file or a folder. @param {string} path */
export const inRepository = (path) => `${REPOSITORY}/tree/main/${path}`
