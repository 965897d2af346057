import { DatabaseError } from 'pg'
// The log: one JSON object per line, without personal data: no address, body, query, or values from database errors
// (telemetry.test.ts).
import { type LogFn, type Logger, pino } from 'pino'

export type Log = Logger

/** A log of this level; `silent` writes nothing. `to` is where its lines go (standard output). */
export function openLog(level: string, to?: { write(line: string): void }): Log {
  const options = {
    level,
    base: { service: 'fairturn' },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Whole requests are never logged; if one is, everything identifying is redacted.
    serializers: { err: errorOnLog, error: errorOnLog, req: () => undefined, res: () => undefined },
    redact: ['headers', '*.headers'],
    hooks: { logMethod: withWordsOfOurOwn },
  }
  return to === undefined ? pino(options) : pino(options, to)
}

/** Without a caller's message, pino would log the error's, unredacted. */
function withWordsOfOurOwn(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, message, ...rest] = args as [unknown, string?, ...unknown[]]
  if (first instanceof Error) method.apply(this, [{ err: first }, message ?? 'failed', ...rest])
  else if (typeof first === 'object' && message === undefined) method.apply(this, [first, 'noted'])
  else method.apply(this, args)
}

interface ErrorOnLog {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack: string
}

/** PostgreSQL repeats rejected values in message, detail and where: only code and names are logged. */
function errorOnLog(error: unknown): ErrorOnLog {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const code = (error as NodeJS.ErrnoException).code
  return {
    type: error.name,
    message: reasonOf(error),
    ...(code !== undefined && { code }),
    stack: framesOf(error),
  }
}

/** An error in one line, without values. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof DatabaseError) return aboutDatabase(error)
  return error instanceof Error ? error.message : 'not an error'
}

const aboutDatabase = ({ code, table, constraint, routine }: DatabaseError): string =>
  ['PostgreSQL', code, routine, table, constraint].filter((part) => part !== undefined).join(' ')

/** The stack without its first lines, which repeat the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
