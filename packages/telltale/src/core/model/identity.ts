/**
 * The answer of who-am-i, under the names it has there. Only `unique_identity` is certain to be present; other fields that
 * the service sends are kept as they are. Those that are named as a token, secret, password, JWT, credential, API key or session
 * id are neither stored in the browser nor sent to the flag service: each page has them once who-am-i has answered it.
 */
export interface Person {
  readonly unique_identity: string
  readonly user_id?: string
  readonly company_id?: string
  readonly company_name?: string
  readonly user_name?: string
  readonly email_address?: string
  /** Proves the identity to the messenger. Stored in the browser, because the messenger is booted with the stored identity. */
  readonly user_hash?: string
  /**
   * The e-mail address of the person who is looking at the application as this one. Where who-am-i answers `true`, that is
   * `email_address`; where it gives no address, `unknown impersonator`.
   */
  readonly mimic_user?: string
  readonly [field: string]: unknown
}

interface Epoch {
  /** Names one identity's time. It ends when somebody else, or nobody, is there, or when another token is in use. */
  readonly epoch: string
  /** A digest of the token that is in use; absent before the first question, and while nobody is signed in. */
  readonly credential?: string
}

/** Who is signed in. */
export type Identity =
  | (Epoch & { readonly status: 'resolving' })
  | (Epoch & {
      readonly status: 'known'
      readonly person: Person
      /** For people to read: the person's name, or `<impersonator's e-mail> as <name>`. */
      readonly displayIdentity: string
      /** The e-mail address of whoever is looking at the application as this person. */
      readonly impersonator?: string
    })
  /** It could not be found out, or nobody is signed in. */
  | (Epoch & { readonly status: 'unknown' })
