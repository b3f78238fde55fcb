// The hooks and the provider. React itself is imported, and the layer is passed in, so this file works beside any other of this folder.
export * from '../src/react.ts'
