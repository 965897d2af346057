// The processes' database login: the role fairturn_app, which owns nothing and is a member of nothing. The schema owner
// migrates and starts no process (docs/security.md; login.test.ts).
import { join } from 'node:path'
import { Client } from 'pg'
import { keptSecret } from '../kept-secret.ts'

/** Role of every process; created by the first migration, and granted its rights by rights.sql. */
export const APP_ROLE = 'fairturn_app'

const WRONG_PASSWORD = '28P01'
const NO_LOGIN = '28000'
const PASSWORD_BYTES = 24

/** The URL with another user and password. As text, because URL does not parse `postgresql://user@/database?host=/socket`. */
export function withLogin(url: string, user: string, password: string): string {
  const [, scheme, rest] = /^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?(.*)$/s.exec(url) ?? []
  if (scheme === undefined || /[?&](user|password)=/.test(url))
    throw new Error('DATABASE_URL has a form from which no other login can be made: set DATABASE_APP_URL too')
  return `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${rest}`
}

const loginOf = (url: string): { user: string; password: string } => {
  const [, user = '', password = ''] = /^postgres(?:ql)?:\/\/([^:@/]*):?([^@/]*)@/.exec(url) ?? []
  return { user: decodeURIComponent(user), password: decodeURIComponent(password) }
}

export const passwordOf = (url: string): string => loginOf(url).password

/** The URL with the user and password of another one, as of a standby. */
export function withSameLogin(url: string, otherUrl: string): string {
  const { user, password } = loginOf(otherUrl)
  return withLogin(url, user, password)
}

/** The password of `fairturn_app` kept in `data_dir`, readable by its owner only; a random one is generated on first use. */
export const keptAppPassword = (dataDir: string): string =>
  keptSecret(join(dataDir, 'database-app-password'), PASSWORD_BYTES)

/**
 * Lets `fairturn_app` log in with this password, as the schema owner; returns its URL. A role that already logs in with
 * another password belongs to somebody who knows that one, and is left alone: throws an Error that says what to do.
 */
export async function ensureAppLogin(schemaOwnerUrl: string, password: string): Promise<string> {
  const url = withLogin(schemaOwnerUrl, APP_ROLE, password)
  if (await canLogIn(url)) return url
  const client = new Client({ connectionString: schemaOwnerUrl, application_name: 'fairturn migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ rolcanlogin: boolean }>(
      'select rolcanlogin from pg_roles where rolname = $1',
      [APP_ROLE],
    )
    if (rows[0] === undefined) throw new Error('The database is not migrated: run npm run migrate first.')
    if (rows[0].rolcanlogin)
      throw new Error(
        `The role ${APP_ROLE} logs in with another password than the one kept here: set DATABASE_APP_URL to its URL, ` +
          `or run "alter role ${APP_ROLE} nologin" as the schema owner, and start again.`,
      )
    await client.query(`alter role ${APP_ROLE} login password ${client.escapeLiteral(password)}`)
  } finally {
    await client.end()
  }
  return url
}

/** Throws an Error if the URL of the processes' login names another user, which migrations do not make. */
export function refuseOtherLogin(appUrl: string): void {
  const { user } = loginOf(appUrl)
  if (user !== APP_ROLE)
    throw new Error(
      `DATABASE_APP_URL logs in as ${user === '' ? 'nobody' : user}, but the login of the processes is ${APP_ROLE}: ` +
        `set it to postgres://${APP_ROLE}:password@host:port/name`,
    )
}

/** Functions run with the rights of whoever migrated: with a superuser's they could be made to do anything. */
export async function refuseSuperuser(schemaOwnerUrl: string): Promise<void> {
  const client = new Client({ connectionString: schemaOwnerUrl, application_name: 'fairturn migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string; superuser: boolean }>(
      `select rolname as role, rolsuper as superuser from pg_roles where rolname = current_user`,
    )
    if (rows[0]!.superuser)
      throw new Error(
        `${rows[0]!.role} is a superuser, and the schema owner is none: set DATABASE_URL to the login of a role that ` +
          'owns the database (docs/operations.md, Install).',
      )
  } finally {
    await client.end()
  }
}

/** Whether the server lets this URL's user in; an error other than a refused login is thrown. */
async function canLogIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === WRONG_PASSWORD || code === NO_LOGIN) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * What the login of a process may not be: with any of it, a leaked connection could disable triggers and rewrite postings.
 * CREATEROLE is one of them because until PostgreSQL 15 it may make itself a member of the schema owner.
 */
export const PRIVILEGES_QUERY = `
  select rolname as role,
    exists (select from pg_roles s where s.rolsuper and pg_has_role(session_user, s.oid, 'member')) as superuser,
    exists (select from pg_class c where c.relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker'))
      and pg_has_role(session_user, c.relowner, 'member')) as schema_owner,
    rolcreaterole as creates_roles, rolbypassrls as bypasses, rolreplication as replicates
  from pg_roles where rolname = session_user`

export interface Privileges {
  readonly role: string
  readonly superuser: boolean
  readonly schema_owner: boolean
  readonly creates_roles: boolean
  readonly bypasses: boolean
  readonly replicates: boolean
}

/** Throws an Error that says which login to use instead. */
export function refusePrivileges({ role, ...found }: Privileges): void {
  const names = {
    superuser: 'a superuser, or a member of one',
    schema_owner: 'the schema owner, or a member of it',
    creates_roles: 'allowed to create roles',
    bypasses: 'exempt from row security',
    replicates: 'allowed to replicate',
  }
  const first = (Object.keys(names) as (keyof typeof names)[]).find((name) => found[name])
  if (first !== undefined)
    throw new Error(
      `The processes may not log in as ${role}, which is ${names[first]}. ` +
        `Set DATABASE_APP_URL to the login of ${APP_ROLE}, and leave DATABASE_URL to npm run migrate and npm start.`,
    )
}
