'use client'

export { TestTelltaleProvider, type TestTelltaleProviderProps } from './testkit/TestTelltaleProvider.tsx'
