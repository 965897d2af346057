// Dates and references inside sentences keep together: browsers break a line after a hyphen.

const DATE_OR_REFERENCE = /^(?:\d{2}-\d{2}-\d{4}(?: \d{2}:\d{2}(?::\d{2})?)?|F[A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4})$/

/** A date (`dd-MM-yyyy`, with or without a time) or a payment's reference with hyphens at which no line breaks; other texts as they are. */
export const unbroken = (text: string): string =>
  DATE_OR_REFERENCE.test(text) ? text.replaceAll('-', '\u2011') : text
