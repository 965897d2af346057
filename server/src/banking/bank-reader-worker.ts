import { hash } from 'node:crypto'
import { answerRequests } from '../platform/threads/worker-thread.ts'
import { readCsvStatement } from './bank-csv.ts'
import type { ReaderAnswer, ReaderRequest } from './bank-reader.ts'
import type { BankStatement } from './bank-statement.ts'
import { readCamt053 } from './camt053.ts'
import { readPain002 } from './pain002.ts'
import { type StagedStatement, stageStatement } from './staged-statement.ts'

function stageAll(
  statements: readonly BankStatement[],
  { bytes, now }: { bytes: Uint8Array; now: Date },
): StagedStatement[] {
  const file_hash = hash('sha256', bytes, 'buffer')
  return statements.map((statement) => stageStatement(statement, { now, file_hash }))
}

await answerRequests<ReaderAnswer>(
  (request: ReaderRequest) => {
    const { bytes } = request
    switch (request.read) {
      case 'statements':
        return stageAll(readCamt053(bytes), request)
      case 'csv':
        return stageAll([readCsvStatement(bytes, request.mapping, request.ours, request.now)], request)
      case 'trial': {
        const { lines, ...head } = readCsvStatement(bytes, request.mapping, request.ours, request.now)
        return { ...head, count: lines.length, lines: lines.slice(0, request.maxLines) }
      }
      default:
        return readPain002(bytes)
    }
  },
  (answer) =>
    Array.isArray(answer) ? answer.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer)) : [],
)
