/** The version in `package.json`, copied by hand: a test compares them. */
export const VERSION = '0.1.0'
