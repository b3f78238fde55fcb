/** Builds outdated packages and the outdated demo application, for runs that `npm test` has not started. */
export default async function ensureBuilt(): Promise<void> {
  const { ensureBuilt: build } = await import('../scripts/build/ensureBuilt.mjs')
  const { ok } = await build()
  if (!ok) throw new Error('The build failed. Run `npm run build` to see why.')
}
