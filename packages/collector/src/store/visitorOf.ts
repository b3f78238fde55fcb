/** What says who the visitor of an event is. */
interface SignIn {
  readonly kind?: unknown
  readonly identity: { readonly visitor?: unknown }
  readonly properties: { readonly visitor?: unknown }
}

/** The visitor of an event. The event of a sign-in has the person as its identity, and says in a property who the visitor was. */
export const visitorOf = ({ kind, identity, properties }: SignIn): unknown =>
  identity.visitor ?? (kind === 'sign-in' ? properties.visitor : undefined)
