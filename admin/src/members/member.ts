import type { DataOf } from '../api.ts'

export type Member = DataOf<'GET backoffice/members/:member_id'>
