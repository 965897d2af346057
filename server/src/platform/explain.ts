// What an administrator reads when a process or a command cannot go on: one sentence about what happened and, for what a
// wrong setting causes, one about what to do. Stack traces only at LOG_LEVEL=debug.
import { userInfo } from 'node:os'

const NO_SERVER = 'Is PostgreSQL running, and do DATABASE_URL and DATABASE_APP_URL name its host and port?'

/** By code, of the system or of PostgreSQL. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  ECONNREFUSED: NO_SERVER,
  ENOTFOUND: NO_SERVER,
  EAI_AGAIN: NO_SERVER,
  ETIMEDOUT: NO_SERVER,
  EHOSTUNREACH: NO_SERVER,
  ENETUNREACH: NO_SERVER,
  '28P01':
    'Correct the password in DATABASE_APP_URL (of the processes’ login) or in DATABASE_URL (of the schema owner).',
  '28000':
    'Let this login in (pg_hba.conf, and "login" of its role), or correct the user in the URL of the database.',
  '3D000': 'Create the database (docs/operations.md, Install), or correct its name in the URL.',
  '42501':
    'Migrate and back up with DATABASE_URL of the schema owner, which owns the database and has CREATEROLE and REPLICATION (docs/operations.md, Install).',
}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS'])

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (process.env['LOG_LEVEL'] === 'debug') return error.stack ?? error.message
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `The port ${port} is taken. Stop what uses it, or set another: PORT=3001 npm start (METRICS_PORT is a port of its own).`
  if (code !== undefined && NOT_WRITABLE.has(code) && syscall !== undefined)
    return `${error.message}\nThe user ${userInfo().username} has no right to that: give it the right, or name another folder (DATA_DIR, BACKUP_DIR, or the one on the command line).`
  const advice = code === undefined ? undefined : WHAT_TO_DO[code]
  return advice === undefined ? messageOf(error) : `${messageOf(error)}\n${advice}`
}

/** Of a host with several addresses the driver has one error each, and no message above them. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join('; ')
    : error.message

/** For commands: whatever ends them is explained, with exit code 1. */
export function explainFailures(): void {
  process.on('uncaughtException', (error) => {
    console.error(explain(error))
    process.exit(1)
  })
}
