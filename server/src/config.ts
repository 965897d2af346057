// The only reader of process.env. Says all that is wrong at once.
import { createECDH, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const ROLES = ['web', 'links', 'worker'] as const
export type Role = (typeof ROLES)[number]

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'use true or false' })
  .transform((word) => word === 'true' || word === '1')

const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const hosts = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(
    z.array(
      z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'use hosts like pay.example.com, with commas between'),
    ),
  )

const environment = z
  .object({
    PORT: z.coerce.number({ error: 'use a port number' }).int().min(0).max(65535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'use postgres://user:password@host:port/name' })
      .optional(),
    /** Where the embedded PostgreSQL keeps its log for backups, and `npm run backup` its copies; default: no backups. */
    BACKUP_DIR: z.string().min(1).optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(20),
    ROLES: z
      .string()
      .default(ROLES.join(','))
      .transform((list) => list.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES, { error: `use any of ${ROLES.join(', ')}` })).min(1)),
    /** Where members reach the app, e.g. https://app.example.com; default: as the request says. */
    PUBLIC_ORIGIN: z
      .url({ protocol: /^https?$/, error: 'use an address like https://app.example.com' })
      .optional(),
    /** Where the app finds the API; default: /api/ on its own origin. */
    PUBLIC_API_BASE: z
      .string()
      .regex(/^(https?:\/\/[^\s]+)?\/$|^https?:\/\/\S+\/$|^\/\S*\/$/, 'must end with /')
      .default('/api/'),
    /** Where tracked links live, when they have a host of their own. */
    LINK_ORIGIN: z
      .url({ protocol: /^https?$/, error: 'use an address like https://go.example.com' })
      .optional(),
    /** At least 32 characters; tokens and links are signed with keys derived from it. */
    SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    /** Those before it, the newest first: what they signed or sealed is still read, nothing new is (docs/operations.md). */
    SECRET_PREVIOUS: z
      .string()
      .transform((list) => list.split(',').map((secret) => secret.trim()))
      .pipe(
        z.array(z.string().min(32, 'must have at least 32 characters each')).max(3, 'names more than three'),
      )
      .optional(),
    TRUST_PROXY: z
      .string()
      .default('')
      .describe('addresses of proxies whose X-Forwarded-For is believed, comma-separated'),
    /** Multiplies every rate limit; for load tests on a machine of one's own. */
    RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).default(1),
    /** Hosts that the deposit link of the settings may lead to; none: deposits are paid on the app's own page alone. */
    DEPOSIT_LINK_HOSTS: hosts,
    /** Hosts that the support link of the settings may lead to, besides the deployment's own. */
    SUPPORT_LINK_HOSTS: hosts,
    /** A public list of banks as JSON; without one, or while it fails, the bundled list is used. */
    BANK_DIRECTORY_URL: z
      .url({ protocol: /^https?$/, error: 'use an address like https://banks.example.com/list.json' })
      .optional(),
    /** The mail server; with it, a forgotten password can be replaced by mail. Needs MAIL_FROM and PUBLIC_ORIGIN. */
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'use smtps://user:password@host:port' }).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]{3,320}$/, 'use an address like Fairturn <no-reply@example.com>')
      .optional(),
    /** Who is on duty: mailboxes that are told what a check of the books found, and that a check or a proof did not come. */
    ALARM_MAIL: z
      .string()
      .transform((list) => list.split(',').map((address) => address.trim()))
      .pipe(
        z
          .array(z.email('use addresses like duty@example.com, with commas between'))
          .max(10, 'names more than ten'),
      )
      .optional(),
    /** The key pair push services know this deployment by (VAPID), base64url; default: one is made and kept in the database. */
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/, 'use 65 bytes as base64url')
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'use 32 bytes as base64url')
      .optional(),
    /** Signs proofs of liabilities: 32 random bytes as base64url. When it is replaced: the new one, a comma, the old one. */
    PROOF_SIGNING_KEY: z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{43}(,[A-Za-z0-9_-]{43})?$/,
        'use 32 bytes as base64url; and after a comma the key before',
      )
      .optional(),
    /** Deposits by card, at a checkout that Stripe hosts. Needs STRIPE_WEBHOOK_SECRET and PUBLIC_ORIGIN; a demo takes test keys only. */
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_(test|live)_\S+$/, 'use a secret or restricted key of Stripe, sk_… or rk_…')
      .optional(),
    /** Of the endpoint …/api/payments/stripe-webhook as Stripe knows it. */
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\S+$/, 'use the signing secret of the webhook, whsec_…')
      .optional(),
    /** Where Stripe is reached instead of its own address: through a proxy, or in tests. */
    STRIPE_API_BASE: z
      .url({ protocol: /^https?$/, error: 'use an address like https://stripe-proxy.example.com' })
      .optional(),
    /** A bucket for uploaded files, of S3 or what speaks its protocol: all of these or none. Default: a folder below DATA_DIR. */
    S3_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'use an address like https://s3.eu-central-1.amazonaws.com' })
      .optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'use the name of a bucket')
      .optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** The bucket stands in the path of an address and not before its host; most stores of one's own ask for that. */
    S3_FORCE_PATH_STYLE: flag.default(false),
    /** For tests and development: what members name from outside may be on this machine. */
    OUTSIDE_ALLOW_LOOPBACK: flag.default(false),
    /** Where /metrics, /healthz and /readyz are answered beside the public port; default: only the last two, on the public one. */
    METRICS_PORT: z.coerce.number({ error: 'use a port number' }).int().min(1).max(65535).optional(),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    /** Where traces are sent (OTLP over HTTP), e.g. http://collector:4318, as OpenTelemetry defines it. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'use an address like http://collector:4318' })
      .optional(),
    /** How long a process that was told to end goes on taking requests, so that a proxy notices first. */
    SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(120_000).default(0),
    DEMO: flag.optional(),
    LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('warn'),
  })
  .superRefine((env, problems) => {
    if (!isPair(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY))
      problems.addIssue({
        code: 'custom',
        path: ['VAPID_PRIVATE_KEY'],
        message: 'is not the one of VAPID_PUBLIC_KEY',
      })
    if (env.SMTP_URL !== undefined)
      for (const name of ['MAIL_FROM', 'PUBLIC_ORIGIN'] as const)
        if (env[name] === undefined)
          problems.addIssue({ code: 'custom', path: [name], message: 'is needed with SMTP_URL' })
    if (env.ALARM_MAIL !== undefined && env.SMTP_URL === undefined)
      problems.addIssue({ code: 'custom', path: ['SMTP_URL'], message: 'is needed with ALARM_MAIL' })
    const missing = BUCKET.filter((name) => env[name] === undefined)
    if (missing.length < BUCKET.length)
      for (const name of missing)
        problems.addIssue({
          code: 'custom',
          path: [name],
          message: 'is needed with the other variables of the bucket',
        })
    if (env.STRIPE_SECRET_KEY === undefined) return
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'PUBLIC_ORIGIN'] as const)
      if (env[name] === undefined)
        problems.addIssue({ code: 'custom', path: [name], message: 'is needed with STRIPE_SECRET_KEY' })
    if (isDemo(env) && env.STRIPE_SECRET_KEY.includes('_live_'))
      problems.addIssue({
        code: 'custom',
        path: ['STRIPE_SECRET_KEY'],
        message: 'is a live one, and a demo takes no real money',
      })
  })

export interface Config {
  readonly port: number
  readonly host: string
  readonly data_dir: string
  /** Undefined: the embedded PostgreSQL is used. */
  readonly database_url: string | undefined
  /** Undefined: the log is not kept, and no backup is possible. */
  readonly backup_dir: string | undefined
  readonly database_pool: number
  readonly roles: readonly Role[]
  readonly public_origin: string | undefined
  readonly api_base: string
  readonly link_origin: string | undefined
  readonly secret: string
  /** That and those before it, the newest first. */
  readonly secrets: readonly string[]
  readonly trust_proxy: readonly string[]
  readonly rate_limit_factor: number
  /** `host` or `host:port`, in small letters. */
  readonly deposit_link_hosts: readonly string[]
  readonly support_link_hosts: readonly string[]
  readonly bank_directory_url: string | undefined
  /** Undefined: no mail is sent. `origin` is where the links in mails lead; what a request claims would not do. */
  readonly mail: { readonly smtp_url: string; readonly from: string; readonly origin: string } | undefined
  /** Addresses that alarms are mailed to. */
  readonly alarm_mail: readonly string[]
  /** Undefined: the key pair for push messages is made and kept in the database. */
  readonly vapid: { readonly public_key: string; readonly private_key: string } | undefined
  /** Whom a push service may write to about our messages: a mailto: or https: URL (RFC 8292). */
  readonly push_subject: string
  /** The one in use first, then the one it replaced; none: a key is made and kept sealed in the database. */
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
  /** Undefined: uploaded files are kept in a folder below `data_dir`. */
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
  readonly outside_allow_loopback: boolean
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
 * Configuration from environment variables.
 * Without SECRET one is made and kept in DATA_DIR; without DEMO a deployment is a demo when it has no database of its own.
 * Throws an Error that names every variable that is wrong.
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
    link_origin: env.LINK_ORIGIN?.replace(/\/$/, ''),
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
    outside_allow_loopback: env.OUTSIDE_ALLOW_LOOPBACK,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    traces_endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    shutdown_delay_ms: env.SHUTDOWN_DELAY_MS,
    demo: isDemo(env),
    log_level: env.LOG_LEVEL,
  }
}

type Environment = z.output<typeof environment>

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

/** Whether both are left out, or one belongs to the other. */
function isPair(public_key: string | undefined, private_key: string | undefined): boolean {
  if (public_key === undefined || private_key === undefined) return public_key === private_key
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(private_key, 'base64url')
    return pair.getPublicKey('base64url') === public_key
  } catch {
    return false
  }
}

const isDemo = (env: { DEMO?: boolean | undefined; DATABASE_URL?: string | undefined }): boolean =>
  env.DEMO ?? env.DATABASE_URL === undefined

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
