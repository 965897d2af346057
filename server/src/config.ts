// The only reader of process.env. Reports all errors at once.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BUCKET, type Environment, environment, isDemo, type Role } from './environment.ts'

export type { Role }

export interface Config {
  readonly port: number
  readonly host: string
  readonly data_dir: string
  /** Undefined: the embedded PostgreSQL is used. */
  readonly database_url: string | undefined
  /** Undefined: the log is not archived, and no backup is possible. */
  readonly backup_dir: string | undefined
  readonly database_pool: number
  readonly roles: readonly Role[]
  readonly public_origin: string | undefined
  readonly api_base: string
  /** The origin of the API where it is not the member app's own; CSP and CORS allow just the two. */
  readonly api_origin: string | undefined
  /** The back office's origin: the API's host where that has its own. */
  readonly admin_origin: string | undefined
  readonly link_origin: string | undefined
  /** Undefined: no security.txt is served. */
  readonly security: { readonly contact: string; readonly expires: Date } | undefined
  readonly secret: string
  /** The present one and those before it, the newest first. */
  readonly secrets: readonly string[]
  readonly trust_proxy: readonly string[]
  readonly rate_limit_factor: number
  /** `host` or `host:port`, in lower case. */
  readonly deposit_link_hosts: readonly string[]
  readonly support_link_hosts: readonly string[]
  readonly bank_directory_url: string | undefined
  /**
   * Undefined: no mail is sent. `origin` is the base of links in mails; the request's host cannot be
   * trusted.
   */
  readonly mail: { readonly smtp_url: string; readonly from: string; readonly origin: string } | undefined
  /** Addresses that alarms are mailed to. */
  readonly alarm_mail: readonly string[]
  /** Undefined: the key pair for push messages is created and stored in the database. */
  readonly vapid: { readonly public_key: string; readonly private_key: string } | undefined
  /** The contact a push service may write to about our messages: a mailto: or https: URL (RFC 8292). */
  readonly push_subject: string
  /**
   * The current one first, then the one it replaced; none: a key is created and stored encrypted in the
   * database.
   */
  readonly proof_signing_keys: readonly string[]
  /** Undefined: no deposits by card. `origin` is where the checkout leads back to. */
  readonly card:
    | {
        readonly secret_key: string
        readonly webhook_secret: string
        readonly api_base: string | undefined
        readonly origin: string
      }
    | undefined
  /** Undefined: uploaded files are stored in a folder below `data_dir`. */
  readonly bucket:
    | {
        readonly endpoint: string
        readonly name: string
        readonly region: string
        readonly access_key_id: string
        readonly secret_access_key: string
        readonly path_style: boolean
      }
    | undefined
  readonly safe_fetch_allow_loopback: boolean
  /** Undefined: no metrics are served. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined
  /** Undefined: nothing is traced. */
  readonly traces_endpoint: string | undefined
  readonly shutdown_delay_ms: number
  /** The demo set is loaded and every screen says so. */
  readonly demo: boolean
  readonly log_level: string
}

/**
 * Configuration from environment variables. Without SECRET one is created in DATA_DIR; without DEMO a
 * deployment is a demo when it has no database of its own. Throws an Error that names every invalid
 * variable.
 */
export function loadConfig(variables: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not usable:\n${faults.join('\n')}`)
  }
  const env = parsed.data
  const data_dir = resolve(env.DATA_DIR)
  const secret = env.SECRET ?? keptSecret(data_dir)
  const api_origin = apiOriginOf(env)
  return {
    port: env.PORT,
    host: env.HOST,
    data_dir,
    database_url: env.DATABASE_URL,
    backup_dir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
    database_pool: env.DATABASE_POOL,
    roles: env.ROLES,
    public_origin: env.PUBLIC_ORIGIN?.replace(/\/$/, ''),
    api_base: env.PUBLIC_API_BASE,
    api_origin,
    admin_origin: api_origin ?? env.PUBLIC_ORIGIN?.replace(/\/$/, ''),
    link_origin: env.LINK_ORIGIN?.replace(/\/$/, ''),
    security: securityOf(env),
    secret,
    secrets: [secret, ...(env.SECRET_PREVIOUS ?? [])],
    trust_proxy: env.TRUST_PROXY.split(',')
      .map((address) => address.trim())
      .filter(Boolean),
    rate_limit_factor: env.RATE_LIMIT_FACTOR,
    deposit_link_hosts: env.DEPOSIT_LINK_HOSTS,
    support_link_hosts: env.SUPPORT_LINK_HOSTS,
    bank_directory_url: env.BANK_DIRECTORY_URL,
    mail: mailOf(env),
    alarm_mail: env.ALARM_MAIL ?? [],
    vapid: vapidOf(env),
    push_subject: pushSubjectOf(env),
    proof_signing_keys: env.PROOF_SIGNING_KEY?.split(',') ?? [],
    card: cardOf(env),
    bucket: bucketOf(env),
    safe_fetch_allow_loopback: env.SAFE_FETCH_ALLOW_LOOPBACK,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    traces_endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    shutdown_delay_ms: env.SHUTDOWN_DELAY_MS,
    demo: isDemo(env),
    log_level: env.LOG_LEVEL,
  }
}

function apiOriginOf({ PUBLIC_API_BASE, PUBLIC_ORIGIN }: Environment): string | undefined {
  if (PUBLIC_ORIGIN === undefined) return undefined
  const { origin } = new URL(PUBLIC_API_BASE, PUBLIC_ORIGIN)
  return origin === new URL(PUBLIC_ORIGIN).origin ? undefined : origin
}

function securityOf({ SECURITY_CONTACT, SECURITY_EXPIRES }: Environment): Config['security'] {
  if (SECURITY_CONTACT === undefined || SECURITY_EXPIRES === undefined) return undefined
  return { contact: SECURITY_CONTACT, expires: new Date(SECURITY_EXPIRES) }
}

function mailOf({ SMTP_URL, MAIL_FROM, PUBLIC_ORIGIN }: Environment): Config['mail'] {
  if (SMTP_URL === undefined || MAIL_FROM === undefined || PUBLIC_ORIGIN === undefined) return undefined
  return { smtp_url: SMTP_URL, from: MAIL_FROM, origin: new URL(PUBLIC_ORIGIN).origin }
}

function vapidOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Environment): Config['vapid'] {
  if (VAPID_PUBLIC_KEY === undefined || VAPID_PRIVATE_KEY === undefined) return undefined
  return { public_key: VAPID_PUBLIC_KEY, private_key: VAPID_PRIVATE_KEY }
}

function pushSubjectOf({ MAIL_FROM, PUBLIC_ORIGIN }: Environment): string {
  const address = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '')?.[0]
  return address !== undefined ? `mailto:${address}` : (PUBLIC_ORIGIN ?? 'mailto:nobody@localhost')
}

function cardOf(env: Environment): Config['card'] {
  const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret, PUBLIC_ORIGIN } = env
  if (secret_key === undefined || webhook_secret === undefined || PUBLIC_ORIGIN === undefined)
    return undefined
  return { secret_key, webhook_secret, api_base: env.STRIPE_API_BASE, origin: new URL(PUBLIC_ORIGIN).origin }
}

function bucketOf(env: Environment): Config['bucket'] {
  const [endpoint, name, region, access_key_id, secret_access_key] = BUCKET.map((variable) => env[variable])
  if (!endpoint || !name || !region || !access_key_id || !secret_access_key) return undefined
  return { endpoint, name, region, access_key_id, secret_access_key, path_style: env.S3_FORCE_PATH_STYLE }
}

function keptSecret(data_dir: string): string {
  const file = join(data_dir, 'secret')
  mkdirSync(data_dir, { recursive: true })
  try {
    // `wx`: of two processes that start at once, one writes and both read the same.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
