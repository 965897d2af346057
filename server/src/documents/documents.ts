// The door to documents: statements and receipts, as pages, PDF and CSV. It must never say anything but what the ledger says.
export { documentAdminRoutes } from './documents.admin.ts'
export { documentRoutes } from './documents.routes.ts'
export { letterTo, type Reader } from './pdf-letter.ts'
export type { Sheet } from './pdf-sheet.ts'
export { drawPdf } from './pdf.ts'
export { statementOf } from './statements.ts'
