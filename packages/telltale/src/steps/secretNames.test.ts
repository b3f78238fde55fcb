import { describe, expect, it } from 'vitest'
import { isCount, isPlain, isValueName, secrecyOf } from './secretNames.ts'

describe('a name', () => {
  it.each([
    ...['password', 'passwort', 'passwörter', 'Passwords', 'newPassword', 'Kennwort', 'kennwörter', 'wachtwoord'],
    ...[
      'contraseña',
      'palavra-passe',
      'palavras passe',
      'hasło',
      'hasła',
      'haseł',
      'parola d’ordine',
      "d'ordine",
      'parola_d_ordine',
      'parole d ordine',
    ],
    ...['secret', 'client_secrets', 'clientSecret', 'token', 'accessTokens', 'jwt', 'passe', 'mot_de_passe'],
    ...['passwd', 'passphrase', 'passcodes', 'pwd', 'cvc', 'cvv', 'otp', 'totp', 'ssn', 'credentials', 'senha'],
    ...['api key', 'apiKey', 'api_keys', 'privateKey', 'signing-key', 'encryption_key', 'recoveryCodes', 'backup code'],
    ...['パスワード', '密码', 'apikey', 'backupcode', 'cvc 2', 'my_agent_token', 'my otp', 'a1_pwd'],
  ])('says that the value grants access: %s', (name) => expect(secrecyOf(name)).toBe('secret'))

  it.each([
    ...['pass', 'pin', 'pins', 'iban', 'ibans', 'auth', 'Authorization', 'cookie', 'cookies', 'sig', 'sigs'],
    ...[
      'signature',
      'signatures',
      'mfa',
      'sessionId',
      'sessid',
      'accesskey',
      'sess_id',
      'session ids',
      'sid',
      'sids',
      'accessKey',
    ],
    ...['access_keys', 'clave', 'claves', 'user_pin', 'userPin'],
  ])('says that the value may: %s', (name) => expect(secrecyOf(name)).toBe('likely'))

  it.each([
    ...['note', 'secretary', 'compasses', 'passage', 'spin', 'pinned', 'author', 'cookiebar', 'design'],
    ...['signal', 'side', 'obsession_idle', 'laptop', 'xpwd', 'crypto key', 'key', 'code', 'xotp', 'potpie', 'ordine'],
    ...['Hasloch', 'clavest', 'accesskeyed', 'mfaq', 'xmfa', 'anibans', 'jwtx', 'enclave'],
  ])('says nothing: %s', (name) => expect(secrecyOf(name)).toBe('none'))

  it.each([
    ...['type', 'kind', 'expiry', 'expires', 'count', 'length', 'size', 'name', 'reset', 'valid', 'status', 'state'],
    ...['method', 'strength', 'policy', 'required', 'enabled', 'changed', 'provider', 'version', 'visible'],
    ...['age', 'at', 'in', 'date', 'time', 'page', 'field', 'form', 'error', 'manager'],
  ])('says something about a secret: token_%s', (word) => {
    expect(secrecyOf(`token_${word}`)).toBe('none')
    expect(secrecyOf(`token${word.charAt(0).toUpperCase()}${word.slice(1)}`)).toBe('none')
    expect(secrecyOf(`${word} token`)).toBe('secret')
  })

  it('of an expired secret says that the value grants access', () => {
    expect(secrecyOf('expired_token')).toBe('secret')
  })

  it('of several passes says only that the value may grant access, as that of one does', () => {
    expect(secrecyOf('passes')).toBe('likely')
  })

  it('of a flag says nothing', () => {
    expect(secrecyOf('LDFF: token')).toBe('none')
    expect(secrecyOf('my LDFF: token')).toBe('secret')
  })

  it.each(['value', 'code', 'data', 'raw', 'text', 'old', 'new', 'Value'])('of a value: %s', (name) => {
    expect([name, `my ${name}`, `${name}s`].map(isValueName)).toEqual([true, false, false])
  })

  it('of a count ends with tokens', () => {
    expect(['tokens', 'max_tokens', 'maxTokens', 'token', 'tokens_left'].map(isCount)).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
  })
})

describe('a text', () => {
  it.each([
    ...[
      '7',
      '471',
      '2026-11-30',
      '2026-11-30T00:31:16.922Z',
      '2026-11-30T00:31:16',
      'accepted',
      'oauth2',
      'RSA-SHA256',
    ],
    ...['consentGiven', 'Boarding pass', 'Prüfung bestanden', '', '...', 'bearer', 'Bearer of it', 'a 1', 'ab123'],
    ...['not the bearer cdefghij', 'abcdeabcdeabcdeabcde', 'AbcDefGhijkl'],
  ])('is made of words: %s', (text) => expect(isPlain(text)).toBe(true))

  it.each([
    ...['4711', '12345', 'x4711', '471x', '2026-11-30x', 'x2026-11-30', '12026-11-30', '2026-1-30', '202-11-30'],
    ...['2026-11-30T', '2026-11-30T00:31:16x', 'bearer abcdefgh', 'Bearer  abcdefgh', 'a1b2c3d4', 'hunter2222'],
    ...['1a', 'abcdef1', 'a12 b34', 'kXbQrTzWvM', 'aBcDeF', 'abcdeabcdeabcdeabcdea', 'AbcDefGhijk', 'fine kXbQrTzWvM'],
  ])('is not: %s', (text) => expect(isPlain(text)).toBe(false))
})
