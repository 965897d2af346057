import type { DataOf } from '../api.ts'

export type LineInDetail = DataOf<'GET backoffice/bank-lines/:line_id'> & { id: string }
