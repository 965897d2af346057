// Dates, references and masked account numbers inside sentences keep together: browsers break a line after a hyphen and at
// a space.

const DATE_OR_REFERENCE =
  /^(?:\d{2}-\d{2}-\d{4}(?: \d{2}:\d{2}(?::\d{2})?)?|F[A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4}|L-[0-9A-F]{12})$/

/** Dots and the last characters, after a country or the last word of a bank's name: `DE •••• 3000`. */
const MASKED_ACCOUNT = /(?<=^|\S) ?•••• (?=\S{1,4}$)/

/**
 * A date (`dd-MM-yyyy`, with or without a time) or a reference of a payment or a level with hyphens at which no line breaks, a masked
 * account with such spaces; other texts as they are.
 */
export const unbroken = (text: string): string =>
  DATE_OR_REFERENCE.test(text)
    ? text.replaceAll('-', '\u2011')
    : text.replace(MASKED_ACCOUNT, (mask) => mask.replaceAll(' ', '\u00a0'))
