// Documents: statements and receipts, as pages, PDF and CSV, from the ledger's figures only (statements.test.ts).
export type { DocumentsHooks } from './documents.hooks.ts'
export { documentAdminRoutes } from './documents.admin.ts'
export { documentRoutes } from './documents.routes.ts'
export { isDrawable } from './pdf-fonts.ts'
export { letterTo, type Reader } from './pdf-letter.ts'
export type { Archive, Sheet } from './pdf-sheet.ts'
export { drawPdf } from './pdf.ts'
export { statementPages } from './statements.ts'
