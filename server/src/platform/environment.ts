import { createECDH } from 'node:crypto'
import { z } from 'zod'

const ROLES = ['web', 'links', 'worker'] as const
export type Role = (typeof ROLES)[number]

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'use true or false' })
  .transform((word) => word === 'true' || word === '1')

export const BUCKET = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

const list = z.string().transform((text) => text.split(',').map((each) => each.trim()))
const hosts = list
  .transform((names) => names.map((name) => name.toLowerCase()).filter(Boolean))
  .pipe(
    z.array(
      z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'use hosts like pay.example.com, with commas between'),
    ),
  )
  .prefault('')
const address = (example: string) =>
  z.url({ protocol: /^https?$/, error: `use an address like ${example}` }).optional()
const base64url = (letters: number, error: string) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${letters}}$`), error)
    .optional()

const postgres = z
  .url({ protocol: /^postgres(ql)?$/, error: 'use postgres://user:password@host:port/name' })
  .optional()

export const environment = z
  .object({
    PORT: z.coerce.number({ error: 'use a port number' }).int().min(0).max(65535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.data'),
    /** The schema owner's login: for `npm run migrate`, and for `npm start` before it starts the process. */
    DATABASE_URL: postgres,
    /** The processes' login, the role fairturn_app; default: made with a password kept in DATA_DIR. */
    DATABASE_APP_URL: postgres,
    /** A streaming standby, by the processes' login, for lists, histories, statistics and exports; default: the primary. */
    DATABASE_READ_URL: postgres,
    /** Where the embedded PostgreSQL archives its log, and `npm run backup` its copies; default: no backups. */
    BACKUP_DIR: z.string().min(1).optional(),
    /** The programs of a restored PostgreSQL whose major version is neither packaged nor in the usual places. */
    POSTGRES_BIN: z.string().min(1).optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(20),
    ROLES: list
      .pipe(z.array(z.enum(ROLES, { error: `use any of ${ROLES.join(', ')}` })).min(1))
      .prefault(ROLES.join(',')),
    /** Where members reach the app, e.g. https://app.example.com; default: as the request says. */
    PUBLIC_ORIGIN: address('https://app.example.com'),
    /** Where the app finds the API; default: /api/ on its own origin. On another host, the back office's, it needs PUBLIC_ORIGIN. */
    PUBLIC_API_BASE: z
      .string()
      .refine(isApiBase, 'use /api/, or an address like https://admin.example.com/api/')
      .default('/api/'),
    /** Where tracked links live, when they have a separate host. */
    LINK_ORIGIN: address('https://go.example.com'),
    /** At least 32 characters; tokens and links are signed with keys derived from it. */
    SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    /** The contact of /.well-known/security.txt (RFC 9116), and its expiry; default: there is none. */
    SECURITY_CONTACT: z
      .url({ protocol: /^(mailto|https|tel)$/, error: 'use mailto:security@example.com or https://…' })
      .optional(),
    SECURITY_EXPIRES: z.iso
      .datetime({ offset: true, error: 'use a date and time like 2027-06-30T00:00:00Z' })
      .optional(),
    /** The secrets before it, the newest first: what they signed or encrypted is still read (docs/operations.md). */
    SECRET_PREVIOUS: list
      .pipe(
        z.array(z.string().min(32, 'must have at least 32 characters each')).max(3, 'names more than three'),
      )
      .optional(),
    /** Addresses of proxies whose X-Forwarded-For is trusted, comma-separated. */
    TRUST_PROXY: list.prefault(''),
    /** Multiplies every rate limit; for load tests on one's own machine. */
    RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).default(1),
    /** Hosts the deposit link of the settings may lead to; none: deposits are paid on the app's own page only. */
    DEPOSIT_LINK_HOSTS: hosts,
    /** Hosts that the support link of the settings may lead to, besides the deployment's own. */
    SUPPORT_LINK_HOSTS: hosts,
    /** A public list of banks as JSON; without one, or while it fails, the bundled list is used. */
    BANK_DIRECTORY_URL: address('https://banks.example.com/list.json'),
    /** The public service that confirms VAT numbers, with the protocol of VIES; without one an operator confirms them. */
    VAT_NUMBER_SERVICE_URL: address('https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number'),
    /** A folder into which the bank's connection delivers camt.053 files; this process must not be able to write there. */
    BANK_FEED_DIR: z.string().min(1).optional(),
    /** The mail server; with it, a forgotten password can be replaced by mail. Needs MAIL_FROM and PUBLIC_ORIGIN. */
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'use smtps://user:password@host:port' }).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]{3,320}$/, 'use an address like Fairturn <no-reply@example.com>')
      .optional(),
    /** Where codes to members' phones are sent: a gateway that takes a JSON POST (docs/operations.md); default: none are sent. */
    PHONE_CODES_URL: address('https://sms-gateway.example.com/messages'),
    /** Sent to it as a bearer token. */
    PHONE_CODES_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{8,1000}$/, 'use 8 to 1000 letters, digits and signs without spaces')
      .optional(),
    /** How many codes are sent in 24 hours at most, so that nobody earns by having them sent. */
    PHONE_CODES_A_DAY: z.coerce.number({ error: 'use a number' }).int().min(1).max(1_000_000).default(1000),
    /** Mailboxes of the operators on call, for alarms. */
    ALARM_MAIL: list
      .pipe(
        z
          .array(z.email('use addresses like duty@example.com, with commas between'))
          .max(10, 'names more than ten'),
      )
      .optional(),
    /** The VAPID key pair, base64url; default: one is created and stored in the database. */
    VAPID_PUBLIC_KEY: base64url(87, 'use 65 bytes as base64url'),
    VAPID_PRIVATE_KEY: base64url(43, 'use 32 bytes as base64url'),
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
    /** Another base URL of Stripe: through a proxy, or in tests. */
    STRIPE_API_BASE: address('https://stripe-proxy.example.com'),
    /** A bucket for uploaded files, S3-compatible: all of these or none. Default: a folder below DATA_DIR. */
    S3_ENDPOINT: address('https://s3.eu-central-1.amazonaws.com'),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'use the name of a bucket')
      .optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** Path-style addresses instead of the bucket as host name; most self-hosted stores need it. */
    S3_FORCE_PATH_STYLE: flag.default(false),
    /** For tests and development: addresses that members name may be on this machine. */
    SAFE_FETCH_ALLOW_LOOPBACK: flag.default(false),
    /** Where /metrics, /healthz and /readyz are answered beside the public port; default: only the last two, on the public one. */
    METRICS_PORT: z.coerce.number({ error: 'use a port number' }).int().min(1).max(65535).optional(),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    /** Where traces are sent (OTLP over HTTP), e.g. http://collector:4318, as OpenTelemetry defines it. */
    OTEL_EXPORTER_OTLP_ENDPOINT: address('http://collector:4318'),
    /** How long a process continues taking requests after SIGTERM, so that a load balancer notices first. */
    SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(120_000).default(0),
    DEMO: flag.optional(),
    LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('warn'),
  })
  .superRefine((env, problems) => {
    const invalid = (name: string, message: string) =>
      problems.addIssue({ code: 'custom', path: [name], message })
    const need = (message: string, ...names: (keyof typeof env)[]) => {
      for (const name of names) if (env[name] === undefined) invalid(name, message)
    }
    if (/^https?:/.test(env.PUBLIC_API_BASE))
      need(
        'is needed with a PUBLIC_API_BASE on another host: it is the one origin that may call it',
        'PUBLIC_ORIGIN',
      )
    if (env.SECURITY_CONTACT !== undefined)
      need('is needed with SECURITY_CONTACT (RFC 9116, 2.5.5)', 'SECURITY_EXPIRES')
    if (!isPair(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY))
      invalid('VAPID_PRIVATE_KEY', 'is not the one of VAPID_PUBLIC_KEY')
    if (env.SMTP_URL !== undefined) need('is needed with SMTP_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN')
    if (env.PHONE_CODES_TOKEN !== undefined) need('is needed with PHONE_CODES_TOKEN', 'PHONE_CODES_URL')
    if (env.ALARM_MAIL !== undefined) need('is needed with ALARM_MAIL', 'SMTP_URL')
    if (BUCKET.some((name) => env[name] !== undefined))
      need('is needed with the other variables of the bucket', ...BUCKET)
    if (env.STRIPE_SECRET_KEY !== undefined)
      need('is needed with STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'PUBLIC_ORIGIN')
    if (env.STRIPE_SECRET_KEY?.includes('_live_') === true && isDemo(env))
      invalid('STRIPE_SECRET_KEY', 'is a live one, and a demo takes no real money')
  })

export type Environment = z.output<typeof environment>

export const isDemo = (
  env: Partial<Record<'DATABASE_URL' | 'DATABASE_APP_URL', string | undefined>> & {
    DEMO?: boolean | undefined
  },
): boolean => env.DEMO ?? (env.DATABASE_URL === undefined && env.DATABASE_APP_URL === undefined)

/** A path, or an address without a query, of which the calls' paths are the end. */
function isApiBase(base: string): boolean {
  if (!base.endsWith('/')) return false
  if (/^\/([\w.~-]+\/)*$/.test(base)) return true
  const url = URL.parse(base)
  return url !== null && url.href === base && /^https?:\/\/[\w.[\]:-]+\/([\w.~-]+\/)*$/.test(base)
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
