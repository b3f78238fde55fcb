import { describe, expect, it } from 'vitest'
import { readConsentSettings } from './options.ts'

const read = (settings: object) => readConsentSettings(settings as never)

describe('settings of consent', () => {
  it.each([
    [{ purposes: { script: 'marketing', visitor: 'necessary' } }],
    [{ purposes: {}, initial: {}, respects: [], gpc: [] }],
    [{ initial: { analytics: true, monitoring: false } }],
    [{ initial: () => undefined }],
    [{ text: '2', respects: ['gpc'], gpc: ['analytics', 'marketing'], forgetUrl: '/forget-me' }],
    [{ reader: { name: 'tool', start: () => () => {} } }],
  ])('are read as they are: %j', (settings) => expect(read(settings).options).toEqual(settings))

  it.each([
    [{ purposes: 'marketing' }, 'purposes', 'an object with the names of purposes'],
    [{ purposes: ['marketing'] }, 'purposes', 'an object with the names of purposes'],
    [{ purposes: { script: 'marketing', visitor: '' } }, 'purposes.visitor', 'an object with the names of purposes'],
    [
      { initial: { analytics: true, monitoring: 1 } },
      'initial.monitoring',
      'an object with true or false, or a function',
    ],
    [{ initial: true }, 'initial', 'an object with true or false, or a function'],
    [{ text: '' }, 'text', 'a text'],
    [{ respects: ['gpc', 'dnt'] }, 'respects', "['gpc']"],
    [{ respects: 'gpc' }, 'respects', "['gpc']"],
    [{ gpc: ['analytics', ''] }, 'gpc', 'a list of purposes'],
    [{ gpc: {} }, 'gpc', 'a list of purposes'],
    [{ reader: () => {} }, 'reader', 'a reader of a consent tool'],
    [{ reader: { name: 'tool' } }, 'reader', 'a reader of a consent tool'],
    [{ reader: { start: () => () => {} } }, 'reader', 'a reader of a consent tool'],
    [{ reader: { name: '', start: () => () => {} } }, 'reader', 'a reader of a consent tool'],
    [{ forgetUrl: 7 }, 'forgetUrl', 'a text'],
  ])('that are wrong are an error that says what to do: %j', (settings, where, words) => {
    expect(() => read(settings)).toThrow(`Telltale cannot start. Set ${where} of consent() to ${words}. (T167)`)
  })
})
