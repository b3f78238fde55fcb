import { origins, path, paths, pattern, textLike, yesOrNo } from './optionKinds.ts'
import type { OptionSpec } from './optionSpec.ts'

/** Who may post what, and who may read. */
export const DOOR = {
  origin: {
    kind: origins,
    takes: '<origin>',
    does: 'An origin whose pages may post, such as `https://app.example.com`. `capacitor://localhost` and `chrome-extension://…` are origins, too. Repeat it for more.',
    otherwise: 'pages of every origin may post, and the log says so',
  },
  keys: {
    kind: path,
    takes: '<file>',
    does: 'A JSON file of write keys: `{ "key": { "app": "Quotes", "origins": ["https://…"] } }`. SIGHUP reads it again.',
    otherwise: 'no key is needed',
  },
  plan: {
    kind: paths,
    takes: '<file>',
    does: 'A plan: events that do not fit it are refused. Repeat it for more. SIGHUP reads them again.',
  },
  redact: {
    kind: pattern,
    takes: '<pattern>',
    does: 'Properties whose names match this regular expression are not stored, at any depth. Upper and lower case are the same.',
  },
  redactValues: {
    kind: yesOrNo,
    takes: '[answer]',
    does: 'Replaces secrets and personal data in names, properties, flags, addresses and titles before they are stored, as `redact()` does in pages. It takes processor time.',
    otherwise: '`false`',
  },
  adminToken: {
    kind: textLike(/^[\x21-\x7e]{16,}$/, 'at least 16 characters of ASCII without a space'),
    takes: '<token>',
    does: 'The token for reading and deleting, of at least 16 characters. A wrong one is answered slowly, and the log says so.',
    otherwise: 'these routes answer 401',
    isSecret: true,
  },
} satisfies Readonly<Record<string, OptionSpec>>
