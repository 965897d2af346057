import { z } from 'zod'

const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' })

/** `from` inclusive, `to` exclusive. */
export const period = { from: instant.optional(), to: instant.optional() }
