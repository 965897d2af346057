import { z } from 'zod'

const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' })

/** From `from` on, before `to`. */
export const period = { from: instant.optional(), to: instant.optional() }
