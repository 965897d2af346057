// Every call of the back office by module, beside those of members: bound by the server, printed as OpenAPI, and walked
// through by the role matrix.
import type { Endpoint } from '../endpoint.ts'
import { staffCalls } from './staff.ts'

export const backoffice = {
  staff: staffCalls,
} satisfies Record<string, Record<string, Endpoint>>
