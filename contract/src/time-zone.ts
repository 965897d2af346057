import { z } from 'zod'

/** Time zone in which dates are written; default the site's, also where a browser does not know its own (`Etc/Unknown`). */
export const timeZone = z
  .string()
  .max(64, 'field_is_invalid')
  .optional()
  .transform((name) => (name !== undefined && isTimeZone(name) ? name : undefined))
  .describe('IANA name; the site’s own without it, and for one that is not known')

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
