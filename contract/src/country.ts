import { z } from 'zod'
import { COUNTRIES } from './countries.ts'

/** In a request, in upper or lower case. */
export const country = z
  .string({ error: 'country_is_unknown' })
  .trim()
  .max(2, 'country_is_unknown')
  .transform((code) => code.toUpperCase())
  .refine((code) => COUNTRIES.includes(code), 'country_is_unknown')
  .describe('ISO 3166-1 alpha-2')
