/** Names of fields whose value opens something, which who-am-i may answer besides the identity. */
const SECRET = /token|secret|passw|jwt|credential|api_?key|session_?id/i

/** A replacer for `JSON.stringify`: leaves out each field, at any depth, whose name says that it is a secret. */
export const withoutSecrets = (field: string, value: unknown): unknown => (SECRET.test(field) ? undefined : value)
