import { describe, expect, it } from 'vitest'
import { redactor } from './redactor.ts'

/** What one detector leaves of a text. */
const left = (name: string, text: string) => redactor({ detectors: [name] })(text)

/** Texts in which a detector finds what is in braces, and nothing else. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  'private-key': [
    'a {-----BEGIN RSA PRIVATE KEY-----\nMIIEabc+/=\n-----END RSA PRIVATE KEY-----} b',
    '{-----BEGIN PRIVATE KEY-----MIIE-----END PRIVATE KEY-----}',
    'cut {-----BEGIN OPENSSH PRIVATE KEY-----\nMIIEabc}',
    '-----BEGIN PUBLIC KEY-----\nMIIEabc\n-----END PUBLIC KEY-----',
  ],
  jwt: [
    'at {eyJhbGciOiJIUzI1.eyJzdWIiOiIx.abc-def_1} b',
    '{eyJhbGciOiJIUzI1 . eyJzdWIiOiIx . abc}',
    '({eyJhbGciOiJIUzI1.eyJzdWIiOiIx})',
    '{eyJhbGciOiJIUzI1.eyJzdWIiOiIx.}',
    'keyJhbGciOiJIUzI1.eyJzdWIiOiIx.abc',
    '-eyJhbGciOiJIUzI1.eyJzdWIiOiIx.abc',
    'eyJhbGci.eyJzdWIiOiIx',
    'eyJhbGciOiJIUzI1.eyJz',
  ],
  token: [
    'Bearer {abcdefg1} b',
    'bearer:  {abcdefg1}',
    'Basic {dXNlcjpwYXNz==}',
    'Bearer {abcdefgh=}',
    'Bearer {abcdEfgh}',
    'Bearer {.b~c+d/e-f_1}',
    'Basic Information',
    'bearer certificates',
    'BASIC INFORMATION',
    'a bearer of news',
    'Bearer abcdef1',
    'forbearer abcdefg1',
  ],
  email: [
    'to {a@b.co}, please',
    "{ann_o'neil+x%y&z*1-2.3@mail.sub-1.example.co.uk}",
    '{ann @ example.com}',
    'an {ann@ example.com} an {ann @example.com}',
    '{a@b1.c2.d3.e4.f5.com}',
    'icon@2x.png icon@10x.png icon@ 2x.png',
    'ann@localhost',
    'ann@example.c',
    'ann@@example.com',
    'ann!@example.com',
  ],
  iban: [
    'to {DE89 3704 0044 0532 0130 00} now',
    '{DE89370400440532013000}',
    '{de89-3704-0044-0532-0130-00}',
    '{NO93 8601 1117 947}',
    '{GB82 WEST 1234 5698 7654 32} gone',
    '{MT84MALT011000012345MTLCAST001S}',
    '{BE68 5390 0754 7034}',
    'to {BE68 5390 0754 7034 and} more',
    '{NO2812345678901}, NO561234567890',
    'DE88 3704 0044 0532 0130 00',
    'NO77 1234 56',
    'XDE89370400440532013000',
  ],
  card: [
    'card {4111 1111 1111 1111} declined',
    '{4111.1111.1111.1111}, {4111\u00a01111\u00a01111\u00a01111}, {4111-1111-1111-1111}',
    'order {17 4111 1111 1111 1111 12} and {1 2 3 4 5 6 4111111111111111}',
    '{4192736458218}, {4192736458219275}, {4192736458219273648}, 41927364582192',
    '{5119273645821927}, {5519273645821923}, {2219273645821923}, {2719273645821928}',
    '2119273645821924, 2819273645821927, 541927364582195',
    '{501927364582195}, {5619273645821922}, {58192736458219271}, {601927364582192733}, {6919273645821927362}',
    '5919273645821929, 571927364582191, 50192736458211, 50192736458219273641',
    '{341927364582199}, {371927364582192}, 331927364582191, 391927364582191',
    '{30192736458216}, {36192736458210}, {38192736458218}, 39192736458217, 31192736458215',
    '{3519273645821928}, 7019273645821924, 94192736458219275',
    '4111 1111 1111 1112',
    '1111111111111117',
  ],
  secret: [
    '{aB3xK9mQ2pLw8ZrT5vYn} b',
    'a/{aB3xK9mQ2pLw8ZrT5vYn==} %E4{aB3xK9mQ2pLw8ZrT5vYn}',
    '{aB-xK_mQ2pLw8ZrT5vYnQk}',
    '{kXbQrTzWvMpLsDfGhJnCa}',
    '{gbunfE2cwPuvm2gYccwt} {rdbK7ge7hygnsvZsegfa} {ncWep3tFa4gmfghqsyvfzyt3w} {tEtCQWBHFDeaPegVUCy3}',
    '{P484NVag9BVpCTXNKAS8} {g12H345k67M890n12P34}',
    'FHPWPy5HHWhWURUhPBDP g123H456k789M012n345',
    'aB3cD4eF5aB6cD7eF8aB 3f2B8c1E-7a4D-4e9B-8f1A-2c3D4e5F6a7B',
    'abcdefghijklm_ABCDEFGHIJ',
    'aB3xK9mQ2pLw8ZrT5vY',
    'Deployed 5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b',
    '3f2b8c1e-7a4d-4e9b-8f1a-2c3d4e5f6a7b',
    'ab3xk9mq2plw8zrt5vyn AB3XK9MQ2PLW8ZRT5VYN',
    'aB12345678901234567890123456789',
    'aB3-xK9-mQ2-pLw8-ZrT5-vYn9-kL2',
    'ExcavatorRentalAgreementTemplate2026',
    'getExcavatorRentalAgreementTemplateById',
    'at /{5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b}/a #{5F2B8C1E7A4D4E9B8F1A2C3D4E5F6A7B}',
    '?share={5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b}&b=5',
    '/12345678901234567890123456789012',
    '/5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7',
    '/5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b-quote',
    'a=5f2b8c1e7a4d4e9b8f1a2c3d4e5f6a7b',
  ],
  phone: [
    'at {+49 151 23456789}, {+1 (555) 123-4567} or {+33.1.23.45.67.89}',
    '{+12345678}',
    'x+49 151 23456789 and 1+49 151 23456789',
    '+0 151 23456789 +1234567',
    'Tel. {0151 / 2345678} a',
    'Tél: {01 23 45 67 89}',
    'phone {(030) 123456}',
    'Call me: {555-123-4567}',
    'Tel {01512345678} Call {555  123  4567}',
    'Fax {1234567890} Fax {123456789} 手机{13912345678}',
    'Fax 12345678 Fax 12345678901',
    'hotel 0151 2345678',
    'tell 0151 2345678',
    'phone 123456',
    'phone and then, much much later in the text 0151 2345678',
    'at {0049 151 23456789}. {001 5551234567}',
    '{0049-151-2345-678}, ({0049 151 23456789})',
    '7 0049 151 23456789',
    '0000 1234567890',
  ],
}

describe.each(Object.entries(FOUND))('%s', (name, texts) => {
  it.each(texts)('%s', (text) => {
    const masked = text.replace(/\{[^}]*\}/g, `[${name}]`)
    expect(left(name, text.replace(/[{}]/g, ''))).toBe(masked)
  })
})

describe('key', () => {
  const signs = (count: number) => 'aB1_'.repeat(10).slice(0, count)

  it.each([
    ...['sk_live_', 'sk_test_', 'rk_live_', 'pk_test_', 'wk_live_', 'whsec_'].map((start) => [start, 10] as const),
    ...['gho_', 'ghp_', 'ghs_', 'ghr_', 'ghu_', 'github_pat_', 'sk-', 'ya29.', 'hf_'].map((one) => [one, 20] as const),
    ...['shpat_', 'shpss_', 'shpca_', 'shppa_'].map((start) => [start, 20] as const),
    ...[['xoxb-', 10] as const, ['AIza', 30] as const, ['glpat-', 15] as const, ['npm_', 30] as const],
    ['SG.abcdefghijklmno.', 15] as const,
    ['SG.abcdefghijklmnopq-s.', 15] as const,
  ])('is what begins with %s and goes on for %d signs', (start, count) => {
    const [found, longer, shorter] = [0, 5, -1].map((more) => left('key', `at: ${start}${signs(count + more)}`))
    expect([found, longer]).toEqual(['at: [key]', 'at: [key]'])
    expect(shorter).toContain(start)
    expect(left('key', `at: x${start}${signs(count)}`)).toContain(start)
  })

  it.each(['xoxb-', 'AIza', 'glpat-', 'sk-', 'ya29.', 'SG.abcdefghijklmno.'])('%s may have hyphens', (start) => {
    expect(left('key', `at: ${start}${'a-B1_'.repeat(7)}`)).toBe('at: [key]')
  })

  it('of AWS has capital letters and digits', () => {
    expect(left('key', 'at: AKIAIOSFODNN7EXAMPL1 and ASIAIOSFODNN7EXAMPL1')).toBe('at: [key] and [key]')
    expect(left('key', 'at: AKIAIOSFODNN7EXAMPL and ABIAIOSFODNN7EXAMPL1')).not.toContain('[key]')
  })

  it.each(['SG.abcdefghijklmn.', 'ghx_', 'sk_prod_', 'xox1-', 'shpxx_'])('is not what begins with %s', (start) => {
    expect(left('key', `at: ${start}${signs(30)}`)).toContain(start)
  })
})
