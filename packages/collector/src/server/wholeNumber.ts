import { InvalidArgumentError } from 'commander'

/** Reads the value of an option that is a whole number in this range. The command ends with a sentence for any other. */
export const wholeNumber =
  (least: number, most = Infinity) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(
      most === Infinity
        ? `It must be a whole number, at least ${least}.`
        : `It must be a whole number from ${least} to ${most}.`,
    )
  }
