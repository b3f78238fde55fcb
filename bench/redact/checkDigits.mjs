/** The sum by which cards are checked (ISO/IEC 7812-1, Luhn). @param {string} digits */
export function isLuhn(digits) {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The remainder by which IBANs are checked (ISO 13616, ISO 7064 MOD 97-10). @param {string} iban without spaces, in upper case */
export function isIban(iban) {
  return /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(iban) && remainderOf(iban) === 1n
}

/** The two digits that make an IBAN valid. @param {string} country @param {string} account */
export function ibanCheckDigits(country, account) {
  return String(98n - remainderOf(`${country}00${account}`)).padStart(2, '0')
}

/** The last digit of a GTIN, an EAN or an ISBN of 13 digits. @param {string} digits without the last one */
export function gtinCheckDigit(digits) {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

/** @param {string} iban */
function remainderOf(iban) {
  const moved = iban.slice(4) + iban.slice(0, 4)
  return BigInt(moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
}
