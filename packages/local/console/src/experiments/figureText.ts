/** How a figure is written: as a share in percent, or as it is. Of a column, with as many decimals as the others. */
export type Write = (value: number | null | undefined) => string

/** Above the largest and below the smallest, a figure is written as 1.2E15. */
const LARGEST = 1e12
const SMALLEST = 1e-6
/** The largest figure of a column has so many digits. Of a share, the first decimal is enough, unless it is below one percent. */
const DIGITS = 3
const DIGITS_OF_SHARE = 2

/** The writer for a column, in which the decimal points line up. What is no number, such as what JSON has in its place, is a dash. */
export function columnText(values: readonly (number | null | undefined)[], isShare: boolean): Write {
  const most = Math.max(0, ...values.filter(isNumber).map((value) => Math.abs(scaled(value, isShare))))
  const digits = isShare ? Math.max(1, decimals(most, DIGITS_OF_SHARE)) : decimals(most, DIGITS)
  return writer({ isShare, isPlain: isPlain(most), digits })
}

/** The writer for the ticks of an axis. */
export function tickText(step: number, isShare: boolean): Write {
  const size = scaled(step, isShare)
  const write = writer({ isShare, isPlain: isPlain(size), digits: decimals(size, 1), notation: 'compact' })
  const zero = isShare ? '0 %' : '0'
  return (value) => (value === 0 ? zero : write(value))
}

const isNumber = (value: number | null | undefined): value is number => Number.isFinite(value)
const scaled = (value: number, isShare: boolean) => (isShare ? value * 100 : value)
const isPlain = (size: number) => size === 0 || (size < LARGEST && size >= SMALLEST)
/** How many decimals a figure of this size has, if it has this number of digits. */
const decimals = (size: number, digits: number) =>
  size > 0 && isPlain(size) ? Math.max(0, digits - 1 - Math.floor(Math.log10(size))) : 0

interface Form {
  readonly isShare: boolean
  readonly isPlain: boolean
  readonly digits: number
  readonly notation?: 'compact'
}

function writer({ isShare, isPlain: isWritten, digits, notation }: Form): Write {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const compact = { notation, maximumSignificantDigits: DIGITS }
  const scientific = { notation: 'scientific', maximumSignificantDigits: DIGITS } as const
  return (value) => {
    if (!isNumber(value) || !Number.isFinite(scaled(value, isShare))) return '–'
    const size = scaled(value, isShare)
    const form = isWritten || value === 0 ? (notation && Math.abs(size) >= 10_000 ? compact : fraction) : scientific
    // A figure that rounds to zero has no sign.
    const text = size
      .toLocaleString('en', { ...form, signDisplay: 'exceptZero' })
      .replace('+', '')
      .replaceAll('-', '−')
    return isShare ? `${text} %` : text
  }
}
