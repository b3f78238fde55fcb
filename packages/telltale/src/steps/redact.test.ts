import { describe, expect, it } from 'vitest'
import type { Json } from '../core/model/json.ts'
import { redact } from './redact.ts'

function open() {
  const step = redact()
  const warned: string[] = []
  const stop = step.start?.({ warn: (message: string) => void warned.push(message) } as never)
  const read = <T extends Json>(value: T, where: string) => step['~redact']?.(value, where)
  return { read, stop, warned }
}

const MAIL = 'ann@example.com'
const PHONE = '+49 151 23456789'

describe('traits', () => {
  it.each(['mail', 'workEmail', 'phone', 'mobile', 'telefax', 'tel', 'tel_work', 'home_tel', 'work-tel', 'Tel'])(
    'may have an e-mail address or a telephone number under a name that says so: %s',
    (name) => expect(open().read({ [name]: [MAIL, PHONE] }, 'traits')).toEqual({ [name]: [MAIL, PHONE] }),
  )

  it.each(['hotel', 'telescope', 'motel_name', 'contact'])('may not under another one: %s', (name) => {
    expect(open().read({ [name]: [MAIL, PHONE] }, 'traits')).toEqual({ [name]: ['[email]', '[phone]'] })
  })

  it('have nothing else there, not even beside an address', () => {
    const step = redact({ detectors: ['email', 'card', { name: 'email-like', pattern: /a\(at\)b/ }] })
    const read = (mail: Json) => step['~redact']?.({ mail }, 'traits')
    expect(read([MAIL, '4111 1111 1111 1111'])).toEqual({ mail: ['[email]', '[card]'] })
    expect(read('a(at)b')).toEqual({ mail: '[email-like]' })
    expect(read([])).toEqual({ mail: [] })
  })

  it('may not have what a detector of the application finds, although it is called like an address', () => {
    const step = redact({ detectors: [{ name: 'my-email', pattern: /a\(at\)b/ }] })
    expect(step['~redact']?.({ mail: 'a(at)b' }, 'traits')).toEqual({ mail: '[my-email]' })
  })
})

describe('what is said', () => {
  it('names the place, and the key of a flag', () => {
    const { read, warned } = open()
    read(MAIL, 'title')
    read({ to: MAIL, tags: [MAIL] }, 'properties')
    read({ plan: MAIL, theme: { text: MAIL } }, 'flags')
    expect(warned).toEqual(
      ['title', 'properties.to', 'properties.tags', 'flags.plan', 'flags.theme.text'].map(
        (place) => `A value that looks like email was replaced in ${place}. (T192)`,
      ),
    )
  })

  it('is said of each place once, and of a hundred places', () => {
    const { read, warned } = open()
    for (let n = 0; n < 105; n += 1) {
      read({ [`p${n}`]: MAIL }, 'properties')
      read({ [`p${n}`]: MAIL }, 'properties')
    }
    expect(warned).toHaveLength(100)
    expect(new Set(warned).size).toBe(100)
  })

  it('is nothing before the layer has started, or after it is closed, when values are cleaned, too', () => {
    expect(redact()['~redact']?.(MAIL, 'title')).toBe('[email]')
    const { read, stop, warned } = open()
    stop?.()
    expect([read(MAIL, 'title'), warned]).toEqual(['[email]', []])
  })
})

describe('a value', () => {
  it('may be anything, wherever it is', () => {
    const { read } = open()
    for (const where of ['flags', 'traits', 'moment', 'properties'])
      expect([MAIL, [MAIL], 7, null].map((one) => read(one, where))).toEqual(['[email]', ['[email]'], 7, null])
  })

  it('is a moment only in its place', () => {
    const { read } = open()
    const secret = 'aB3xK9mQ2pLw8ZrT5vYn'
    expect(read({ release: secret }, 'moment')).toEqual({ release: secret })
    expect(read({ release: secret }, 'properties')).toEqual({ release: '[secret]' })
  })
})
