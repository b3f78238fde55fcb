'use client'

export { useConsent, type ConsentHandle } from './react/useConsent.ts'
