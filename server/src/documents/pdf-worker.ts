import { answerRequests } from '../platform/threads/worker-thread.ts'
import { drawSheet } from './pdf-drawing.ts'
import type { PdfRequest } from './pdf.ts'

await answerRequests(({ sheet, made_at }: PdfRequest) => drawSheet(sheet, made_at))
